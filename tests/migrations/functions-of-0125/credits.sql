-- Premium by a purchase after a full withdrawal begins with its first spent credit. Several statements of
-- several slices spend credits; one that takes credits back sets the column to null. Nodes are notified here,
-- because a statement that spends credits does not reach the trigger `notify_premium`: it names the balance
-- alone.

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

create or replace trigger start_premium
before update of balance on account_balances
for each row
when (new.balance < old.balance and new.credits_until_premium is not null)
execute function start_premium();
