-- Announces changes of viewers to `ViewerCache` of accounts, in which every node stores viewers for seconds.
-- The payload is the account, or nothing when a statement concerns many.

create or replace function notify_viewers_changed(user_ids bigint[]) returns void language plpgsql as $$
begin
  if cardinality(user_ids) > 20 then
    perform pg_notify('viewers_changed', '');
  else
    perform pg_notify('viewers_changed', user_id::text) from unnest(user_ids) as changed (user_id);
  end if;
end $$;

create or replace function viewers_logged_out() returns trigger language plpgsql as $$
begin
  perform notify_viewers_changed(array(select distinct user_id from ended));
  return null;
end $$;

create or replace function viewers_changed() returns trigger language plpgsql as $$
begin
  perform notify_viewers_changed(array(select id from changed));
  return null;
end $$;

create or replace function viewer_became_premium() returns trigger language plpgsql as $$
begin
  perform pg_notify('viewers_changed', new.user_id::text);
  return null;
end $$;

create or replace function viewer_searches_otherwise() returns trigger language plpgsql as $$
begin
  perform pg_notify('viewers_changed', new.user_id::text);
  return null;
end $$;

-- Any change of an account, whatever its columns mean: they change rarely.
create or replace trigger notify_viewers after update on users
  referencing new table as changed for each statement execute function viewers_changed();

create or replace trigger notify_viewers_gone after delete on users
  referencing old table as changed for each statement execute function viewers_changed();

create or replace trigger notify_sessions_ended after delete on sessions
  referencing old table as ended for each statement execute function viewers_logged_out();

create or replace trigger notify_sessions_changed after update on sessions
  referencing old table as ended for each statement execute function viewers_logged_out();

-- Not for every message: a statement that does not name the column does not reach the trigger.
create or replace trigger notify_premium after update of premium_since on account_balances
  for each row when (old.premium_since is distinct from new.premium_since) execute function viewer_became_premium();

-- The fields of a profile that set the default filters of its member's searches.
create or replace trigger notify_searcher after update on profiles
  for each row when (
    (old.looking_for, old.country, old.birth_date, old.cell)
    is distinct from (new.looking_for, new.country, new.birth_date, new.cell)
  ) execute function viewer_searches_otherwise();
