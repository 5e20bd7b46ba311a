with counts as materialized (
  select matching, cardinality($1::int[]) * matching < total as by_year
  from (
    select years.total, years.matching + (
      select coalesce(sum(n), 0)
      from member_counts
      where country = $2::text
        and gender = any((select $3::text[])::text[])
        and region = $4::text
        and born_in > $5::int
        and born_in < $6::int
    ) + (
      select coalesce(sum(n), 0)
      from member_counts
      where country = $2::text
        and gender = any((select $3::text[])::text[])
        and region = $4::text
        and born_in > $7::int
        and born_in < $8::int
    ) + (
      select count(*)
      from profile_search s
      where s.visible
        and not s.is_fictional
        and s.country = $2::text
        and s.gender = any((select $3::text[])::text[])
        and s.region || '' = $4::text
        and s.birth_date between (select $9::date) and (select $10::date)
    ) + (
      select count(*)
      from profile_search s
      where s.visible
        and not s.is_fictional
        and s.country = $2::text
        and s.gender = any((select $3::text[])::text[])
        and s.region || '' = $4::text
        and s.birth_date between (select $11::date) and (select $12::date)
    ) - (
      select count(*)
      from (
        select $13::bigint as user_id
        union all
        select other_id
        from blocks
        where user_id = $13::bigint
      ) hidden
      cross join lateral (
        select *
        from profile_search
        where user_id = hidden.user_id
        limit 1
      ) s
      where s.visible
        and not s.is_fictional
        and s.country = $2::text
        and s.gender = any((select $3::text[])::text[])
        and s.region = $4::text
        and s.birth_date between (select $14::date) and (select $15::date)
    ) as matching
    from (
      select coalesce(sum(n) filter (where -born_in > $16::int and -born_in < $17::int),
        0) as matching, coalesce(sum(n), 0) as total
      from member_counts
      where country = $2::text
        and gender = any((select $3::text[])::text[])
        and region = $4::text
        and born_in < 0
    ) years
    offset 0
  ) counted
)
select (select matching from counts) as matching, string_agg('{"id":"' || p.public_id
  || '","name":' || to_json(p.name)::text || ',"age":' || date_part('year', age($18::timestamp,
  p.birth_date::timestamp))::text || ',"gender":"' || p.gender || '","country":"'
  || p.country || '","region":' || to_json(p.region)::text || ',"city":' || coalesce(to_json(nullif(p.city,
  ''))::text, 'null') || ',"isOnline":' || (not p.is_invisible and not privacy.is_reserved
  and coalesce(wanted.last_active_at >= $19::timestamptz, false))::text || ',"photo":'
  || case when ph.id is null or privacy.is_reserved then 'null' else '{"id":"' || ph.public_id
  || '","width":' || ph.width::text || ',"height":' || ph.height::text || ',"preview":'
  || to_json(ph.preview)::text || ',"isLocked": false}' end || ',"isLiked":' || (l.given_at is not null)::text
  || ',"isMatch":' || (l.given_at is not null and l.received_at is not null)::text
  || ',"isFictional":' || p.is_fictional::text || ',"isVerified":' || (p.verified_at is not null)::text
  || ',"distanceKm": null' || ',"isNew":' || (p.user_id >= $20::bigint)::text || ',"sharedInterests":'
  || case when privacy.is_reserved then '[]' else array_to_json(array(
    select common
    from unnest(p.interests) common
    where common = any(
      (
        select o.interests
        from profiles o
        where o.user_id = $13::bigint
          and $21::boolean
      )::text[]
    )
  ))::text end || ',"isSameTown":' || coalesce((p.country, p.region, lower(p.city)) = (
    select o.country, o.region, lower(o.city)
    from profiles o
    where o.user_id = $13::bigint
      and o.city <> ''
  ), false)::text || ',"answersOften":' || (not p.is_invisible and not privacy.is_reserved
  and exists (
    select
    from chat_counts n
    where n.user_id = p.user_id
      and n.answers_often
  ))::text || '}', ',' order by wanted.n) filter (where wanted.n <= 24) as cards,
  max(wanted.last_active_at) filter (where wanted.n = 24) as last_at, max(wanted.user_id) filter (where wanted.n = 24) as last_id,
  count(*) > 24 as has_more
from (
  select row_number() over () as n, page.user_id, page.last_active_at
  from (
    select user_id, last_active_at
    from (
      select s.user_id, s.last_active_at
      from unnest((select $3::text[])) g (gender)
      cross join lateral (
        select s.user_id, s.last_active_at
        from profile_search s
        where s.visible
          and s.country = $2::text
          and s.gender = g.gender
          and s.region = $4::text
          and s.last_active_at >= (select $22::timestamptz)
          and s.birth_date + 0 >= $14::date
          and s.birth_date - 0 <= $15::date
          and s.facets & $23::bigint = 0
          and s.user_id + 0 >= $24::bigint
          and s.user_id <> $13::bigint
          and (
            select true
            from blocks b
            where b.user_id = $13::bigint
              and b.other_id = s.user_id
          ) is not true
          and (s.last_active_at, s.user_id) < ((select $25::timestamptz), (select $26::bigint))
          and true
        order by s.last_active_at desc, s.user_id desc
        limit 25
      ) s
      where true
        and (select not by_year from counts)
      union all
      select s.user_id, s.last_active_at
      from unnest((select $3::text[])) g (gender)
      cross join unnest((select $1::int[])) y (of_birth)
      cross join lateral (
        select s.user_id, s.last_active_at
        from profile_search s
        where s.visible
          and s.country = $2::text
          and s.gender = g.gender
          and s.region = $4::text
          and s.birth_year = y.of_birth
          and s.last_active_at >= (select $22::timestamptz)
          and s.birth_date + 0 >= $14::date
          and s.birth_date - 0 <= $15::date
          and s.facets & $23::bigint = 0
          and s.user_id + 0 >= $24::bigint
          and s.user_id <> $13::bigint
          and (
            select true
            from blocks b
            where b.user_id = $13::bigint
              and b.other_id = s.user_id
          ) is not true
          and (s.last_active_at, s.user_id) < ((select $25::timestamptz), (select $26::bigint))
          and true
        order by s.last_active_at desc, s.user_id desc
        limit 25
      ) s
      where true
        and (select by_year from counts)
    ) found
    order by last_active_at desc, user_id desc
    limit 25
    offset 0
  ) page
) wanted
join profiles p on p.user_id = wanted.user_id
left join photos ph on ph.id = p.main_photo_id
  and ph.status = 'active'
left join lateral (
  select given_at, received_at
  from likes
  where user_id = $13::bigint
    and other_id = p.user_id
  limit 1
) l on true
cross join lateral (
  select not (not p.is_private or p.user_id = $13::bigint::bigint or exists (
    select
    from conversations c
    join conversation_members m on m.conversation_id = c.id
      and m.user_id = p.user_id
      and m.removed_at is null
    where c.low_id = least(p.user_id, $13::bigint::bigint)
      and c.high_id = greatest(p.user_id, $13::bigint::bigint)
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
