select p.user_id, ('{"id":"' || p.public_id || '","name":' || to_json(p.name)::text
  || ',"age":' || date_part('year', age($3::timestamp, p.birth_date::timestamp))::text
  || ',"gender":"' || p.gender || '","country":"' || p.country || '","region":' || to_json(p.region)::text
  || ',"city":' || coalesce(to_json(nullif(p.city, ''))::text, 'null') || ',"isOnline":'
  || (not p.is_invisible and not privacy.is_reserved and coalesce(activity.last_active_at >= $4::timestamptz,
  false))::text || ',"photo":' || case when ph.id is null or privacy.is_reserved then 'null' else '{"id":"'
  || ph.public_id || '","width":' || ph.width::text || ',"height":' || ph.height::text
  || ',"preview":' || to_json(ph.preview)::text || ',"isLocked": false}' end || ',"isLiked":'
  || (l.given_at is not null)::text || ',"isMatch":' || (l.given_at is not null and l.received_at is not null)::text
  || ',"isFictional":' || p.is_fictional::text || ',"isVerified":' || (p.verified_at is not null)::text
  || '}')::json as card, not ((u.disabled_at is null and u.deleted_at is null and u.paused_at is null)
  and (
    (
      select true
      from blocks b
      where b.user_id = $1
        and b.other_id = p.user_id
    ) is not true
      and ((not p.is_invisible or p.user_id = $1::bigint or exists (
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
      )) and (not p.is_hidden_from_visitors or $1::bigint <> 0))
  )) as is_hidden, p.is_invisible, privacy.is_reserved, activity.last_active_at
from unnest((select $2::bigint[])) with ordinality as wanted (user_id, position)
join profiles p on p.user_id = wanted.user_id
left join photos ph on ph.id = p.main_photo_id
  and ph.status = 'active'
left join lateral (
  select given_at, received_at
  from likes
  where user_id = $1
    and other_id = p.user_id
  limit 1
) l on true
cross join lateral (
  select not (not p.is_private or p.user_id = $1::bigint or exists (
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
  )) as is_reserved
) privacy
left join profile_search activity on activity.user_id = p.user_id
join users u on u.id = p.user_id
order by wanted.position
