select max(user_id) as last, count(*) as size
from (
  select user_id
  from (
    (
      select user_id
      from profiles
      where user_id > $1
      order by user_id
      limit $2
    )
    union (
      select user_id
      from profile_search
      where user_id > $3
      order by user_id
      limit $4
    )
  ) either
  order by user_id
  limit $5
) batch
;

select coalesce(s.user_id, m.user_id) as user_id
from (
  select p.user_id, row(p.country, p.region, p.gender, p.birth_date, p.is_fictional,
    p.cell, search_facets(p), search_visible(u, p)) as expected
  from profiles p
  join users u on u.id = p.user_id
  where p.user_id > $1
    and p.user_id <= $2
) m
full join (
  select user_id, row(country, region, gender, birth_date, is_fictional, cell, facets,
    visible) as stored
  from profile_search
  where user_id > $3
    and user_id <= $4
) s on s.user_id = m.user_id
where s.stored is distinct from m.expected
order by user_id
;

select
from users
where id = $1
for share
;

insert into profile_search as s (user_id, last_active_at, country, region, gender,
  birth_date, is_fictional, cell, facets, visible)
select p.user_id, p.updated_at, p.country, p.region, p.gender, p.birth_date, p.is_fictional,
  p.cell, search_facets(p), search_visible(u, p)
from profiles p
join users u on u.id = p.user_id
where p.user_id = $1
for no key update of p
on conflict (user_id) do update
set (country, region, gender, birth_date, is_fictional, cell, facets, visible) = row(excluded.country,
  excluded.region, excluded.gender, excluded.birth_date, excluded.is_fictional, excluded.cell,
  excluded.facets, excluded.visible)
;

delete from "profile_search"
where "user_id" = $1
