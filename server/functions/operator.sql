-- The audit log can only grow. Each entry has the hash of its content and of the entry before: a changed or
-- removed entry breaks the chain from there on, also for someone who can turn triggers off.

-- what a hash covers besides the one before; also in the file of the log
create or replace function audit_content(entry audit_log) returns text
language sql
immutable
as $$
  select jsonb_build_array(
    entry.id,
    extract(epoch from entry.happened_at),
    entry.operator_id,
    entry.act,
    entry.subject_kind,
    entry.subject_id,
    entry.details
  )::text
$$;

create or replace function audit_hash(previous bytea, entry audit_log) returns bytea
language sql
immutable
as $$
  select sha256(previous || convert_to(audit_content(entry), 'UTF8'))
$$;

create or replace function chain_audit_entry() returns trigger
language plpgsql
as $$
declare
  last_id bigint;
  last_hash bytea;
begin
  -- One transaction at a time, until it ends: the next one reads the entry of this one.
  perform pg_advisory_xact_lock(hashtext('audit_log'));
  select id, hash into last_id, last_hash from audit_log order by id desc limit 1;
  new.id := coalesce(last_id, 0) + 1;
  new.happened_at := clock_timestamp();
  new.hash := audit_hash(coalesce(last_hash, ''::bytea), new);
  return new;
end;
$$;

create or replace trigger chain_audit_entry
before insert on audit_log
for each row
execute function chain_audit_entry();

create or replace function reject_audit_change() returns trigger
language plpgsql
as $$
begin
  raise exception 'the audit log cannot be changed';
end;
$$;

create or replace trigger reject_audit_change
before update or delete on audit_log
for each row
execute function reject_audit_change();

create or replace trigger reject_audit_truncate
before truncate on audit_log
for each statement
execute function reject_audit_change();
