with input as (
  select *
  from unnest(
    (select $1::bigint[]), (select $2::bigint[]), (select $3::bigint[]), (select $4::int[]),
      (select $5::timestamptz[])
  ) as input (ledger_id, payer_id, photo_id, price, at)
), balances as (
  select b.user_id, b.balance, b.premium_since, b.last_entry_id
  from account_balances b
  where b.user_id = any (array(select payer_id from input))
  order by b.user_id
  for no key update
), unlock as (
  select *
  from input
  where payer_id in (
    select user_id
    from balances
    where premium_since is null
  )
), paid as (
  select *
  from (
    select unlock.*, (balance - sum(price) over by_age)::int as credits, greatest(ledger_id,
      last_entry_id + row_number() over by_age) as entry_id
    from unlock
    join balances on balances.user_id = payer_id
    window by_age as (partition by payer_id order by ledger_id)
  ) charge
  where credits >= 0
), debit as (
  update account_balances b
  set balance = spent.credits, last_entry_id = spent.entry_id
  from (
    select payer_id, min(credits) as credits, max(entry_id) as entry_id
    from paid
    group by payer_id
  ) spent
  where b.user_id = spent.payer_id
  returning b.user_id, b.premium_since
), entry as (
  insert into credit_ledger (user_id, id, kind, ref, amount, balance_after, created_at)
  select payer_id, entry_id, 'photo_unlock', photo_id::text, -price, credits, at
  from paid
  where price > 0
), stored as (
  insert into photo_unlocks (user_id, photo_id, price, unlocked_at)
  select payer_id, photo_id, price, at
  from paid
  order by ledger_id
)
select ledger_id, credits, premium_since is not null as is_premium
from paid
join debit on debit.user_id = payer_id
