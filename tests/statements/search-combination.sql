select failed
from (
  select failed, count(*) as n, bit_count(failed::bit(32)) as size, min(bit_count(failed::bit(32))) over () as least
  from (
    select 0 | ((s.birth_date not between '1976-11-25' and '2008-11-24' and s.birth_date between '1990-11-25' and '1991-11-24')::int << 1) as failed
    from (
      select s.*
      from unnest($1::text[]) g (gender)
      cross join lateral (
        select s.user_id, s.birth_date, s.last_active_at, s.facets
        from profile_search s
        where s.visible
          and s.country = $2::text
          and s.gender = g.gender
          and s.region = $3::text
        order by s.last_active_at desc, s.user_id desc
        limit 20000
      ) s
      limit 20000
    ) s
    where s.birth_date between '1976-11-25' and '2008-11-24'
      and s.facets & 17592186044416 = 0
      and s.user_id <> $4::bigint
      and s.user_id not in (
        select other_id
        from blocks
        where user_id = $4::bigint
      )
    union all
    select 1 | ((s.birth_date not between '1976-11-25' and '2008-11-24' and s.birth_date between '1990-11-25' and '1991-11-24')::int << 1) as failed
    from (
      select s.*
      from unnest($1::text[]) g (gender)
      cross join lateral (
        select s.user_id, s.birth_date, s.last_active_at, s.facets
        from profile_search s
        where s.visible
          and s.country = $2::text
          and s.gender = g.gender
        order by s.last_active_at desc, s.user_id desc
        limit 20000
      ) s
      limit 20000
    ) s
    where s.birth_date between '1976-11-25' and '2008-11-24'
      and s.facets & 17592186044416 = 0
      and s.user_id <> $4::bigint
      and s.user_id not in (
        select other_id
        from blocks
        where user_id = $4::bigint
      )
  ) members
  where failed & (failed - 1) <> 0
  group by failed
) combination
where size = least
order by n desc, failed
limit 6
