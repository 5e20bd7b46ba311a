with message as (
  select *
  from unnest(
    (select $1::bigint[]), (select $2::bigint[]), (select $3::text[]), (select $4::uuid[])
  ) as message (ledger_id, sender_id, profile_id, client_id)
)
select message.ledger_id, context.*
from message
cross join lateral (
  select p.user_id as partner_id, p.name as partner_name, not (u.disabled_at is null
    and u.deleted_at is null and u.paused_at is null) as has_left, u.confirmed_at is not null as is_partner_confirmed,
    b.by_me_at is not null as is_blocked_by_me, b.by_them_at is not null as is_blocked_by_them,
    a.premium_since is not null as is_premium, coalesce(a.balance, 0) as balance,
    c.id as conversation_key, c.public_id as conversation_id, exists (
      select
      from likes k
      where k.user_id = message.sender_id
        and k.other_id = p.user_id
        and k.given_at is not null
        and k.received_at is not null
    ) as is_match, exists (
      select
      from messages
      where conversation_id = c.id
        and messages.sender_id = message.sender_id
        and messages.client_id = message.client_id
    ) as is_sent
  from profiles p
  join users u on u.id = p.user_id
  left join conversations c on c.low_id = least(p.user_id, message.sender_id)
    and c.high_id = greatest(p.user_id, message.sender_id)
  left join account_balances a on a.user_id = message.sender_id
  left join blocks b on b.user_id = message.sender_id
    and b.other_id = p.user_id
  where p.public_id = message.profile_id
  offset 0
) context
