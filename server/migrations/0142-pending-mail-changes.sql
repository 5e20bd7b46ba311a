-- runs: statement by statement
-- Changes of an address that wait for their link, by the new address in lower case: asked for each mail that comes
-- back. Without it each read all of the table.

drop index concurrently if exists mail_changes_pending;
create index concurrently mail_changes_pending on mail_changes (lower(new_email))
  where completed_at is null and cancelled_at is null;
