-- Changes of the email address, and links about them. Written by: accounts.

create table mail_changes (
  -- public id, which the jobs of its mails contain
  id text primary key,
  user_id bigint not null references users on delete cascade,
  -- the address before the change, which the mailed link to undo it restores
  old_email text not null,
  -- trimmed and lower case: no one else can sign up with it until the change can no longer be undone
  old_email_key text not null,
  new_email text not null,
  -- the session that requested it, which stays when the change ends the others
  session_hash bytea not null,
  -- deleted once the link to undo the change has expired
  requested_at timestamptz not null,
  -- set by the link that was mailed to the new address
  completed_at timestamptz,
  -- set by a later request, and by the link to undo the change
  cancelled_at timestamptz
);

create index mail_changes_by_user on mail_changes (user_id, requested_at);
create index mail_changes_by_old_address on mail_changes (old_email_key) where completed_at is not null;

-- the change that a link to make or undo it is about
alter table one_time_links add column mail_change_id text references mail_changes on delete cascade;

create index one_time_links_by_mail_change on one_time_links (mail_change_id) where mail_change_id is not null;

