select p.user_id as partner_id, p.public_id as partner_profile_id, p.name as partner_name,
  not (u.disabled_at is null and u.deleted_at is null and u.paused_at is null) as has_left,
  not ((not p.is_invisible or p.user_id = $1::bigint or exists (
    select
    from likes k
    where k.user_id = p.user_id
      and k.other_id = $1::bigint
      and k.given_at is not null
  ) or exists (
    select
    from conversations c
    join conversation_members m on m.conversation_id = c.id
      and m.user_id = p.user_id
      and m.removed_at is null
    where c.low_id = least(p.user_id, $1::bigint)
      and c.high_id = greatest(p.user_id, $1::bigint)
      and exists (
        select
        from messages t
        where t.conversation_id = c.id
          and t.sender_id = p.user_id
          and t.seq > m.cleared_seq
          and t.kind not in ('system', 'deleted')
      )
  )) and (not p.is_hidden_from_visitors or $1::bigint <> 0)) as is_hidden, u.confirmed_at is not null as is_partner_confirmed,
  b.by_me_at is not null as is_blocked_by_me, b.by_them_at is not null as is_blocked_by_them,
  a.premium_since is not null as is_premium, coalesce(a.balance, 0) as balance, coalesce(
    (
      select started
      from chat_counts
      where user_id = $1
    ), 0
  ) as started_count, coalesce(
    (
      select covers_explicit
      from profiles
      where user_id = $1
    ), true
  ) as covers_explicit, case when k.given_at is not null then greatest(k.given_at,
  k.received_at) end as matched_at, c.id as conversation_key, c.public_id as conversation_id,
  c.last_seq, mine.read_seq, mine.unread_count, mine.cleared_seq, theirs.delivered_seq as partner_delivered_seq,
  theirs.read_seq as partner_read_seq, ((u.disabled_at is null and u.deleted_at is null
  and u.paused_at is null) and not p.is_invisible and (not p.is_private or p.user_id = $1::bigint or exists (
    select
    from conversations c
    join conversation_members m on m.conversation_id = c.id
      and m.user_id = p.user_id
      and m.removed_at is null
    where c.low_id = least(p.user_id, $1::bigint)
      and c.high_id = greatest(p.user_id, $1::bigint)
      and exists (
        select
        from messages t
        where t.conversation_id = c.id
          and t.sender_id = p.user_id
          and t.seq > m.cleared_seq
          and t.kind not in ('system', 'deleted')
      )
  ))) as are_marks_shown
from profiles p
left join conversations c on c.low_id = least(p.user_id, $1::bigint)
  and c.high_id = greatest(p.user_id, $1)
join users u on u.id = p.user_id
left join account_balances a on a.user_id = $1
left join blocks b on b.user_id = $1
  and b.other_id = p.user_id
left join likes k on k.user_id = $1
  and k.other_id = p.user_id
  and k.received_at is not null
left join conversation_members mine on mine.user_id = $1
  and mine.conversation_id = c.id
left join conversation_members theirs on theirs.user_id = p.user_id
  and theirs.conversation_id = c.id
where p.public_id = $2
