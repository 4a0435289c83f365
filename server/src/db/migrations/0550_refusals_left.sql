-- A refusal that an admin left undone is kept without being shown, so that the product does not begin anew by itself.
alter table mail_refused_task add column left_at timestamptz;
