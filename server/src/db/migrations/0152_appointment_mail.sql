-- From which mailbox and with which words the product writes to customers about appointments.
create table appointment_setting (
  id uuid primary key default uuid_v7(),
  version int not null default 1,
  only_one boolean not null default true unique check (only_one),
  mailbox_id uuid references mailbox on delete set null,
  confirmation_template_id uuid references mail_template on delete set null,
  cancellation_template_id uuid references mail_template on delete set null,
  reminder_template_id uuid references mail_template on delete set null,
  -- So many hours before it begins; 0 is never.
  reminder_hours int not null default 0 check (reminder_hours between 0 and 336)
);
insert into appointment_setting default values;
create index appointment_setting_mailbox on appointment_setting (mailbox_id);
create index appointment_setting_confirmation on appointment_setting (confirmation_template_id);
create index appointment_setting_cancellation on appointment_setting (cancellation_template_id);
create index appointment_setting_reminder on appointment_setting (reminder_template_id);

-- What was written about an appointment: each state of it once to each address.
create table appointment_mail (
  id uuid primary key default uuid_v7(),
  appointment_id uuid not null references appointment on delete cascade,
  kind text not null check (kind in ('CONFIRMATION', 'CANCELLATION', 'REMINDER')),
  sequence int not null,
  address text not null,
  email_id uuid references email on delete set null,
  sent_by uuid references app_user on delete set null,
  sent_at timestamptz not null default now()
);
create unique index appointment_mail_once on appointment_mail (appointment_id, kind, sequence, lower(address));
create index appointment_mail_email on appointment_mail (email_id) where email_id is not null;
create index appointment_mail_sent_by on appointment_mail (sent_by) where sent_by is not null;
