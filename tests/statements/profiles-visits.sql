select v.visitor_id, v.visited_at, v.seen_at is null as is_new
from profile_visits v
join profiles owner on owner.user_id = v.owner_id
join profiles visitor on visitor.user_id = v.visitor_id
join users u on u.id = v.visitor_id
where v.owner_id = $1
  and u.confirmed_at is not null
  and ((u.disabled_at is null and u.deleted_at is null and u.paused_at is null) and (
    (
      select true
      from blocks b
      where b.user_id = v.owner_id
        and b.other_id = visitor.user_id
    ) is not true
      and ((not visitor.is_invisible or visitor.user_id = v.owner_id::bigint or exists (
        select
        from likes k
        where k.user_id = visitor.user_id
          and k.other_id = v.owner_id::bigint
          and k.given_at is not null
      ) or exists (
        select
        from conversations c
        join conversation_members m on m.conversation_id = c.id
          and m.user_id = visitor.user_id
          and m.removed_at is null
        where c.low_id = least(visitor.user_id, v.owner_id::bigint)
          and c.high_id = greatest(visitor.user_id, v.owner_id::bigint)
          and exists (
            select
            from messages t
            where t.conversation_id = c.id
              and t.sender_id = visitor.user_id
              and t.seq > m.cleared_seq
              and t.kind not in ('system', 'deleted')
          )
      )) and (not visitor.is_hidden_from_visitors or v.owner_id::bigint <> 0))
  ))
  and (not owner.is_invisible and not visitor.is_invisible and (not visitor.is_private or visitor.user_id = owner.user_id::bigint or exists (
    select
    from conversations c
    join conversation_members m on m.conversation_id = c.id
      and m.user_id = visitor.user_id
      and m.removed_at is null
    where c.low_id = least(visitor.user_id, owner.user_id::bigint)
      and c.high_id = greatest(visitor.user_id, owner.user_id::bigint)
      and exists (
        select
        from messages t
        where t.conversation_id = c.id
          and t.sender_id = visitor.user_id
          and t.seq > m.cleared_seq
          and t.kind not in ('system', 'deleted')
      )
  )) and (not owner.is_private or owner.user_id = visitor.user_id::bigint or exists (
    select
    from conversations c
    join conversation_members m on m.conversation_id = c.id
      and m.user_id = owner.user_id
      and m.removed_at is null
    where c.low_id = least(owner.user_id, visitor.user_id::bigint)
      and c.high_id = greatest(owner.user_id, visitor.user_id::bigint)
      and exists (
        select
        from messages t
        where t.conversation_id = c.id
          and t.sender_id = owner.user_id
          and t.seq > m.cleared_seq
          and t.kind not in ('system', 'deleted')
      )
  )))
  and (v.visited_at, v.visitor_id) < ($2::timestamptz, $3::bigint)
order by v.visited_at desc, v.visitor_id desc
limit $4
