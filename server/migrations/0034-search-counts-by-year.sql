-- The fields of a profile that set the default filters of its member's searches belong to what nodes keep of a viewer, so a
-- change of them is announced as one of the account is (0023).
create function viewer_searches_otherwise() returns trigger language plpgsql as $$
begin
  perform pg_notify('viewers_changed', new.user_id::text);
  return null;
end $$;

create trigger notify_searcher after update on profiles
  for each row when (
    (old.looking_for, old.country, old.birth_date, old.cell)
    is distinct from (new.looking_for, new.country, new.birth_date, new.cell)
  ) execute function viewer_searches_otherwise();

-- Counts of whole years too: a wide age range adds up some sixty rows instead of seven hundred.

-- a month as year * 12 + month - 1, or a year as its negative
alter table member_counts rename column birth_month to born_in;

insert into member_counts (country, gender, region, born_in, n)
select country, gender, region, -(born_in / 12), sum(n) from member_counts group by 1, 2, 3, 4;

-- Members are added up by month first, where a heartbeat cancels itself out; each month that is left changes the counts of
-- the month and of its year, in the region and in the whole country.
create or replace function count_members() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into member_counts as c (country, gender, region, born_in, n)
    select country, gender, cell.region, period.born_in, sum(delta)
    from (
      select country, gender, region, birth_month(birth_date) as month, count(*) as delta
      from added where visible and not is_fictional group by 1, 2, 3, 4
    ) changes
    cross join lateral (values (''), (changes.region)) cell (region)
    cross join lateral (values (month), (-(month / 12))) period (born_in)
    group by 1, 2, 3, 4 order by 1, 2, 3, 4
    on conflict (country, gender, region, born_in) do update set n = c.n + excluded.n;
  elsif tg_op = 'DELETE' then
    insert into member_counts as c (country, gender, region, born_in, n)
    select country, gender, cell.region, period.born_in, sum(delta)
    from (
      select country, gender, region, birth_month(birth_date) as month, -count(*) as delta
      from removed where visible and not is_fictional group by 1, 2, 3, 4
    ) changes
    cross join lateral (values (''), (changes.region)) cell (region)
    cross join lateral (values (month), (-(month / 12))) period (born_in)
    group by 1, 2, 3, 4 order by 1, 2, 3, 4
    on conflict (country, gender, region, born_in) do update set n = c.n + excluded.n;
  else
    insert into member_counts as c (country, gender, region, born_in, n)
    select country, gender, cell.region, period.born_in, sum(delta)
    from (
      select country, gender, region, birth_month(birth_date) as month, sum(delta) as delta
      from (
        select country, gender, region, birth_date, 1 as delta from added where visible and not is_fictional
        union all
        select country, gender, region, birth_date, -1 from removed where visible and not is_fictional
      ) counted
      group by 1, 2, 3, 4 having sum(delta) <> 0
    ) changes
    cross join lateral (values (''), (changes.region)) cell (region)
    cross join lateral (values (month), (-(month / 12))) period (born_in)
    group by 1, 2, 3, 4 having sum(delta) <> 0 order by 1, 2, 3, 4
    on conflict (country, gender, region, born_in) do update set n = c.n + excluded.n;
  end if;
  return null;
end $$;
