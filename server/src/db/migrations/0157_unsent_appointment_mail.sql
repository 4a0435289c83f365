-- What the product could not write to a customer by itself, until it is sent.
create table appointment_mail_fault (
  appointment_id uuid not null references appointment on delete cascade,
  kind text not null check (kind in ('CONFIRMATION', 'CANCELLATION', 'REMINDER')),
  code text not null check (code in ('MAILBOX_OFF', 'OPEN_PLACEHOLDERS')),
  since timestamptz not null default now(),
  primary key (appointment_id, kind)
);

alter table notification drop constraint notification_reason_check;
alter table notification add constraint notification_reason_check
  check (reason in ('ASSIGNED', 'MENTIONED', 'OVERDUE', 'NOT_SENT'));
