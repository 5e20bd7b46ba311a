select "likes"."other_id", likes.received_at as "at", likes.received_at is not null
  and likes.seen_at is null as "is_new"
from "likes"
inner join "users" on "users"."id" = "likes"."other_id"
inner join "profiles" on "profiles"."user_id" = "likes"."other_id"
where "likes"."user_id" = $1
  and ((users.disabled_at is null and users.deleted_at is null and users.paused_at is null)
  and (
    (
      select true
      from blocks b
      where b.user_id = 1
        and b.other_id = profiles.user_id
    ) is not true
      and ((not profiles.is_invisible or profiles.user_id = 1::bigint or exists (
        select
        from likes k
        where k.user_id = profiles.user_id
          and k.other_id = 1::bigint
          and k.given_at is not null
      ) or exists (
        select
        from conversations c
        join conversation_members m on m.conversation_id = c.id
          and m.user_id = profiles.user_id
          and m.removed_at is null
        where c.low_id = least(profiles.user_id, 1::bigint)
          and c.high_id = greatest(profiles.user_id, 1::bigint)
          and exists (
            select
            from messages t
            where t.conversation_id = c.id
              and t.sender_id = profiles.user_id
              and t.seq > m.cleared_seq
              and t.kind not in ('system', 'deleted')
          )
      )) and (not profiles.is_hidden_from_visitors or 1::bigint <> 0))
  ))
  and "likes"."received_at" is not null
  and not exists (
    select
    from conversations c
    where c.low_id = least(likes.user_id, likes.other_id)
      and c.high_id = greatest(likes.user_id, likes.other_id)
  )
order by likes.received_at desc, "likes"."other_id" desc
limit $2
