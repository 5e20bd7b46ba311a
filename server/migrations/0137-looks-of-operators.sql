-- runs: statement by statement
-- Entries of the audit log by the members whom they name in their details: looks at photos, selfies and lists
-- show several members at once.

drop index concurrently if exists audit_log_by_members;
create index concurrently audit_log_by_members
  on audit_log using gin (string_to_array(details ->> 'members', ' ')) where details ? 'members';
