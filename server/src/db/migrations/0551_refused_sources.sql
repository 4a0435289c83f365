-- How often the server refused to send a message that waits: at last its head is read.
alter table mail_source add column refusals int not null default 0;
