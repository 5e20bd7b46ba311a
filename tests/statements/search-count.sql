select matching
from (
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
) counts
