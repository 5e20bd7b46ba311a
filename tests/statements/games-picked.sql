with candidates as (
  select s.user_id, s.last_active_at
  from profile_search s
  where s.user_id = any($1::bigint[])
    and s.visible
    and s.user_id <> $2::bigint
    and (
      select true
      from blocks b
      where b.user_id = $2::bigint
        and b.other_id = s.user_id
    ) is not true
    and (
      select true
      from likes k
      where k.user_id = $2::bigint
        and k.other_id = s.user_id
        and k.given_at is not null
    ) is not true
    and (
      select true
      from conversations v
      where v.low_id = least(s.user_id, $2::bigint)
        and v.high_id = greatest(s.user_id, $2::bigint)
    ) is not true
    and (
      select true
      from swipes w
      where w.user_id = $2::bigint
        and w.other_id = s.user_id
        and w.swiped_at > $3::timestamptz
    ) is not true
)
select wanted.user_id, ('{"id":"' || p.public_id || '","name":' || to_json(p.name)::text
  || ',"age":' || date_part('year', age($4::timestamp, p.birth_date::timestamp))::text
  || ',"gender":"' || p.gender || '","country":"' || p.country || '","region":' || to_json(p.region)::text
  || ',"city":' || coalesce(to_json(nullif(p.city, ''))::text, 'null') || ',"isOnline":'
  || (not p.is_invisible and not privacy.is_reserved and coalesce(wanted.last_active_at >= $5::timestamptz,
  false))::text || ',"photo":' || case when ph.id is null or privacy.is_reserved then 'null' else '{"id":"'
  || ph.public_id || '","width":' || ph.width::text || ',"height":' || ph.height::text
  || ',"preview":' || to_json(ph.preview)::text || ',"isLocked": false}' end || ',"isLiked":'
  || (l.given_at is not null)::text || ',"isMatch":' || (l.given_at is not null and l.received_at is not null)::text
  || ',"isFictional":' || p.is_fictional::text || ',"isVerified":' || (p.verified_at is not null)::text
  || '}')::json as card, wanted.likes_you, wanted.interests, wanted.is_same_city,
  wanted.is_same_region, wanted.same_reason, wanted.age_difference, not p.is_invisible
  and not privacy.is_reserved
  and exists (
    select
    from chat_counts n
    where n.user_id = wanted.user_id
      and n.answers_often
  ) as answers_often
from (
  select c.user_id, c.last_active_at, array_position($1::bigint[], c.user_id) as place,
    shared.*, 2 * least(cardinality(shared.interests), 5) + case when shared.likes_you then 6 else 0 end + case when shared.is_same_city then 3 when shared.is_same_region then 2 else 0 end + case when shared.same_reason is not null then 2 else 0 end + case when shared.age_difference <= 2 then 1 else 0 end + case when p.main_photo_id is not null
    and not hidden.is_reserved then 2 else 0 end as score
  from candidates c
  join profiles p on p.user_id = c.user_id
  cross join lateral (
    select not (not p.is_private or p.user_id = $2::bigint::bigint or exists (
      select
      from conversations c
      join conversation_members m on m.conversation_id = c.id
        and m.user_id = p.user_id
        and m.removed_at is null
      where c.low_id = least(p.user_id, $2::bigint::bigint)
        and c.high_id = greatest(p.user_id, $2::bigint::bigint)
        and exists (
          select
          from messages t
          where t.conversation_id = c.id
            and t.sender_id = p.user_id
            and t.seq > m.cleared_seq
            and t.kind not in ('system', 'deleted')
        )
    )) as is_reserved
  ) hidden
  cross join lateral (
    select exists (
      select
      from likes k
      where k.user_id = $2::bigint
        and k.other_id = p.user_id
        and k.received_at is not null
    ) as likes_you, case when hidden.is_reserved then '{}' else array(
      select common
      from unnest(p.interests) common
      where common = any($6::text[])
    ) end as interests, p.country = $7::text
      and p.region = $8::text
      and $9::text <> ''
      and lower(p.city) = $9::text as is_same_city, p.country = $7::text
      and p.region = $8::text as is_same_region, case when p.reason = $10::text
      and not hidden.is_reserved then p.reason end as same_reason, abs(date_part('year',
      age($4::timestamp, p.birth_date::timestamp))::int - $11::int) as age_difference
  ) shared
  where (shared.likes_you or cardinality(shared.interests) > 0 or shared.is_same_region or shared.same_reason is not null or shared.age_difference <= 2)
  order by place, score desc, c.last_active_at desc, c.user_id desc
  limit 5
) wanted
join profiles p on p.user_id = wanted.user_id
left join photos ph on ph.id = p.main_photo_id
  and ph.status = 'active'
left join lateral (
  select given_at, received_at
  from likes
  where user_id = $2::bigint
    and other_id = p.user_id
  limit 1
) l on true
cross join lateral (
  select not (not p.is_private or p.user_id = $2::bigint::bigint or exists (
    select
    from conversations c
    join conversation_members m on m.conversation_id = c.id
      and m.user_id = p.user_id
      and m.removed_at is null
    where c.low_id = least(p.user_id, $2::bigint::bigint)
      and c.high_id = greatest(p.user_id, $2::bigint::bigint)
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
order by place, score desc, wanted.last_active_at desc, wanted.user_id desc
