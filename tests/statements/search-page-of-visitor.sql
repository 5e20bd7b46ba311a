with counts as materialized (
  select matching, matching <= 1000
    and cardinality($1::int[]) * matching < (
      select coalesce(sum(n), 0)
      from member_counts
      where country = $2::text
        and gender = any((select $3::text[])::text[])
        and region = $4::text
        and born_in < 0
    ) as by_year
  from (
    select (
      select count(*)
      from (
        select
        from unnest((select $3::text[])) g (gender)
        cross join unnest((select $1::int[])) y (of_birth)
        cross join lateral (
          select
          from profile_search s
          where s.visible
            and s.country = $2::text
            and s.gender = g.gender
            and s.birth_year = y.of_birth
            and s.last_active_at >= (select $5::timestamptz)
            and s.birth_date + 0 >= $6::date
            and s.birth_date - 0 <= $7::date
            and s.facets & (17592186044416 | $8::bigint) = 0
            and s.user_id + 0 >= $9::bigint
            and s.user_id <> $10::bigint
            and (
              select true
              from blocks b
              where b.user_id = $10::bigint
                and b.other_id = s.user_id
            ) is not true
          limit 1001
        ) s
        limit 1001
      ) counted
    ) as matching
    offset 0
  ) counted
)
select (select matching from counts) as matching, string_agg('{"id":"' || p.public_id
  || '","name":' || to_json(substring(p.name from '[^\s\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]+'))::text
  || ',"age":' || date_part('year', age($11::timestamp, p.birth_date::timestamp))::text
  || ',"gender":"' || p.gender || '","country":"' || p.country || '","region":' || to_json(p.region)::text
  || ',"city":' || 'null' || ',"isOnline":' || 'false' || ',"photo":' || case when ph.id is null or privacy.is_reserved then 'null' else '{"id":"'
  || ph.public_id || '","width":' || ph.width::text || ',"height":' || ph.height::text
  || ',"preview":' || to_json(ph.preview)::text || ',"isLocked": false}' end || ',"isLiked":'
  || (l.given_at is not null)::text || ',"isMatch":' || (l.given_at is not null and l.received_at is not null)::text
  || ',"isFictional":' || p.is_fictional::text || ',"isVerified":' || (p.verified_at is not null)::text
  || ',"distanceKm": null' || ',"isNew": false,"sharedInterests":[],"isSameTown": false,"answersOften": false'
  || '}', ',' order by wanted.n) filter (where wanted.n <= 24) as cards, max(wanted.last_active_at) filter (where wanted.n = 24) as last_at,
  max(wanted.user_id) filter (where wanted.n = 24) as last_id, count(*) > 24 as has_more
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
          and s.last_active_at >= (select $5::timestamptz)
          and s.birth_date + 0 >= $6::date
          and s.birth_date - 0 <= $7::date
          and s.facets & $8::bigint = 0
          and s.user_id + 0 >= $9::bigint
          and s.user_id <> $10::bigint
          and (
            select true
            from blocks b
            where b.user_id = $10::bigint
              and b.other_id = s.user_id
          ) is not true
          and (s.last_active_at, s.user_id) < ((select $12::timestamptz), (select $13::bigint))
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
          and s.birth_year = y.of_birth
          and s.last_active_at >= (select $5::timestamptz)
          and s.birth_date + 0 >= $6::date
          and s.birth_date - 0 <= $7::date
          and s.facets & $8::bigint = 0
          and s.user_id + 0 >= $9::bigint
          and s.user_id <> $10::bigint
          and (
            select true
            from blocks b
            where b.user_id = $10::bigint
              and b.other_id = s.user_id
          ) is not true
          and (s.last_active_at, s.user_id) < ((select $12::timestamptz), (select $13::bigint))
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
  where user_id = $10::bigint
    and other_id = p.user_id
  limit 1
) l on true
cross join lateral (
  select not (not p.is_private or p.user_id = $10::bigint::bigint or exists (
    select
    from conversations c
    join conversation_members m on m.conversation_id = c.id
      and m.user_id = p.user_id
      and m.removed_at is null
    where c.low_id = least(p.user_id, $10::bigint::bigint)
      and c.high_id = greatest(p.user_id, $10::bigint::bigint)
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
