-- Premium by a purchase after a full withdrawal begins with its first spent credit. Written by: credits.

-- credits that are spent until premium begins, those that are older than the purchase included; null: no purchase waits
alter table account_balances add column credits_until_premium int check (credits_until_premium > 0);

-- Several statements of several slices spend credits; one that takes credits back sets the column to null.
create function start_premium() returns trigger
language plpgsql
as $$
begin
  new.credits_until_premium := nullif(greatest(old.credits_until_premium - (old.balance - new.balance), 0), 0);
  if new.credits_until_premium is null then
    new.premium_since := coalesce(new.premium_since, now());
  end if;
  return new;
end;
$$;

create trigger start_premium
before update of balance on account_balances
for each row
when (new.balance < old.balance and new.credits_until_premium is not null)
execute function start_premium();
