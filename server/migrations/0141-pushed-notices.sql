-- When a push service took the message; null: none has, or the entry is about a mail. Written by: notifications.
alter table notice_log add column pushed_at timestamptz;
