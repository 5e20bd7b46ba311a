-- Nodes hear of premium that begins with a spent credit: `notify_premium` is not reached by the statement, which names the
-- balance alone. Otherwise as in 0070. Listens: `ViewerCache` of accounts.

create or replace function start_premium() returns trigger
language plpgsql
as $$
begin
  new.credits_until_premium := nullif(greatest(old.credits_until_premium - (old.balance - new.balance), 0), 0);
  if new.credits_until_premium is null and new.premium_since is null then
    new.premium_since := now();
    perform pg_notify('viewers_changed', new.user_id::text);
  end if;
  return new;
end;
$$;
