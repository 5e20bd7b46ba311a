-- When the mail server rejected the mail with the link to the new address; null: not known. Written by: accounts.
alter table mail_changes add column rejected_at timestamptz;
