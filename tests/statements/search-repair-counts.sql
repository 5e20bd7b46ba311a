with actual as (
  select gender, cell.region, period.born_in, count(*) as n
  from profile_search s
  cross join lateral (values (''), (s.region)) cell (region)
  cross join lateral (values (birth_month(s.birth_date)), (-s.birth_year)) period (born_in)
  where visible
    and not is_fictional
    and country = $1
  group by 1, 2, 3
), stored as (
  select gender, region, born_in, n
  from member_counts
  where country = $2
)
insert into member_counts as c (country, gender, region, born_in, n)
select $3, gender, region, born_in, coalesce(actual.n, 0) - coalesce(stored.n, 0)
from actual
full join stored using (gender, region, born_in)
where coalesce(actual.n, 0) <> coalesce(stored.n, 0)
order by 1, 2, 3, 4
on conflict (country, gender, region, born_in) do update
set n = c.n + excluded.n
