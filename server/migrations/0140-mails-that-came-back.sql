-- What became of mails and push messages. Written by: accounts (mail_changes), notifications (notice_log).

-- When the mail server rejected the mail with the link to the new address; null: not known
alter table mail_changes add column rejected_at timestamptz;

create index mail_changes_by_new_address on mail_changes (lower(new_email))
where completed_at is null and cancelled_at is null;

-- When a push service took the message; null: none has, or the entry is about a mail
alter table notice_log add column pushed_at timestamptz;
