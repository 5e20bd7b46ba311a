-- The narrow table that the member search reads. Written by: search.

create table profile_search (
  user_id bigint primary key,
  country text not null,
  region text not null check (region <> ''),
  gender text not null,
  birth_date date not null,
  birth_year smallint generated always as (extract(year from birth_date)::smallint) stored,
  -- written in batches, at most once per member in 5 minutes; milliseconds, so that a page's key is exact
  last_active_at timestamptz(3) not null,
  -- neither disabled nor deleted nor invisible
  visible boolean not null
)
-- Signs of life touch every page: vacuum often, else index-only reads have to look the rows up.
with (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.05);

-- Wide age ranges walk by activity and stop at the limit.
create index profile_search_recent on profile_search
  (country, gender, last_active_at desc, user_id desc) include (birth_date) where visible;
create index profile_search_region_recent on profile_search
  (country, region, gender, last_active_at desc, user_id desc) include (birth_date) where visible;
-- Narrow ones walk each birth year on its own, then merge.
create index profile_search_year on profile_search
  (country, gender, birth_year, last_active_at desc, user_id desc) include (birth_date) where visible;
create index profile_search_region_year on profile_search
  (country, region, gender, birth_year, last_active_at desc, user_id desc) include (birth_date) where visible;
-- The two edge months of an exact count.
create index profile_search_birth on profile_search (country, gender, birth_date) include (region) where visible;

-- Visible members per cell; an exact count adds up whole months and counts only the two edge months.
create table member_counts (
  country text not null,
  gender text not null,
  -- '' is the whole country, so that its count needs no sum over regions
  region text not null,
  -- year * 12 + month - 1
  birth_month int not null,
  n int not null,
  primary key (country, gender, region, birth_month) include (n)
);

create function birth_month(birth_date date) returns int language sql immutable parallel safe
  return extract(year from birth_date)::int * 12 + extract(month from birth_date)::int - 1;

-- Per statement, not per row; cells in key order so that two writers never wait for each other in a circle.
create function count_members() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into member_counts as c (country, gender, region, birth_month, n)
    select country, gender, cell.region, birth_month(birth_date), count(*)
    from (select * from added where visible) changes
    cross join lateral (values (''), (changes.region)) cell (region)
    group by 1, 2, 3, 4 order by 1, 2, 3, 4
    on conflict (country, gender, region, birth_month) do update set n = c.n + excluded.n;
  elsif tg_op = 'DELETE' then
    insert into member_counts as c (country, gender, region, birth_month, n)
    select country, gender, cell.region, birth_month(birth_date), -count(*)
    from (select * from removed where visible) changes
    cross join lateral (values (''), (changes.region)) cell (region)
    group by 1, 2, 3, 4 order by 1, 2, 3, 4
    on conflict (country, gender, region, birth_month) do update set n = c.n + excluded.n;
  else
    insert into member_counts as c (country, gender, region, birth_month, n)
    select country, gender, cell.region, birth_month(birth_date), sum(delta)
    from (
      select country, gender, region, birth_date, 1 as delta from added where visible
      union all
      select country, gender, region, birth_date, -1 from removed where visible
    ) changes
    cross join lateral (values (''), (changes.region)) cell (region)
    group by 1, 2, 3, 4 having sum(delta) <> 0 order by 1, 2, 3, 4
    on conflict (country, gender, region, birth_month) do update set n = c.n + excluded.n;
  end if;
  return null;
end $$;

create trigger count_added after insert on profile_search
  referencing new table as added for each statement execute function count_members();
create trigger count_removed after delete on profile_search
  referencing old table as removed for each statement execute function count_members();
-- Transition tables exclude a column list, so a heartbeat pays for the trigger too; its deltas cancel out.
create trigger count_changed after update on profile_search
  referencing old table as removed new table as added for each statement execute function count_members();
