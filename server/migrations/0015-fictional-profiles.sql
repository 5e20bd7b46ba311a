-- Fictional profiles (PRO-13): found and labelled like members, counted nowhere.

-- set when the profile is created, never changed
alter table profiles add column is_fictional boolean not null default false;
-- copied from the profile
alter table profile_search add column is_fictional boolean not null default false;

create or replace function count_members() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into member_counts as c (country, gender, region, birth_month, n)
    select country, gender, cell.region, birth_month(birth_date), count(*)
    from (select * from added where visible and not is_fictional) changes
    cross join lateral (values (''), (changes.region)) cell (region)
    group by 1, 2, 3, 4 order by 1, 2, 3, 4
    on conflict (country, gender, region, birth_month) do update set n = c.n + excluded.n;
  elsif tg_op = 'DELETE' then
    insert into member_counts as c (country, gender, region, birth_month, n)
    select country, gender, cell.region, birth_month(birth_date), -count(*)
    from (select * from removed where visible and not is_fictional) changes
    cross join lateral (values (''), (changes.region)) cell (region)
    group by 1, 2, 3, 4 order by 1, 2, 3, 4
    on conflict (country, gender, region, birth_month) do update set n = c.n + excluded.n;
  else
    insert into member_counts as c (country, gender, region, birth_month, n)
    select country, gender, cell.region, birth_month(birth_date), sum(delta)
    from (
      select country, gender, region, birth_date, 1 as delta from added where visible and not is_fictional
      union all
      select country, gender, region, birth_date, -1 from removed where visible and not is_fictional
    ) changes
    cross join lateral (values (''), (changes.region)) cell (region)
    group by 1, 2, 3, 4 having sum(delta) <> 0 order by 1, 2, 3, 4
    on conflict (country, gender, region, birth_month) do update set n = c.n + excluded.n;
  end if;
  return null;
end $$;

-- Counts only read the rows that are counted, so that these reads stay index-only.
drop index profile_search_birth;
create index profile_search_birth on profile_search (country, gender, birth_date) include (region)
  where visible and not is_fictional;
