-- What the link to undo a change of the email address reaches. Written by: accounts.

-- null when the account was not confirmed: no one gets a link to undo that change, so the address is free at once
alter table mail_changes alter column old_email_key drop not null;

-- Set with `cancelled_at` by the link to undo this change or an earlier one. A change that was only withdrawn, by a later
-- request or another password, can still be undone, and the later ones with it.
alter table mail_changes add column undone_at timestamptz;
