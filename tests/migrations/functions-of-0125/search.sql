-- What the search stores of members, and how it follows their accounts, profiles and photos.

-- THE place that decides whether a member can be found at all. Used by the triggers below, by the search
-- slice when it writes a row, and by its nightly check. What else hides members is added here.
create or replace function search_visible(u users, p profiles) returns boolean language sql stable as $$
  select u.confirmed_at is not null and u.disabled_at is null and u.deleted_at is null and u.paused_at is null
    and not p.is_invisible and not p.is_search_hidden
$$;

-- The facets of a profile. server/features/search/facets.test.ts writes the bits of the choices from
-- facets.ts. They are stored: a bit never changes its meaning. A filter reveals nothing that privacy mode
-- hides.
create or replace function search_facets(p profiles) returns bigint language sql stable as $$
  select (1::bigint << case shown.relationship
      when 'divorced' then 1 when 'living_together' then 2 when 'married' then 3
      when 'single' then 4 when 'widowed' then 5 when 'unmarried' then 6 else 0 end)
    | (1::bigint << case shown.sexuality
      when 'hetero' then 12 when 'gay' then 13 when 'lesbian' then 14 when 'bi' then 15
      else 11 end)
    | (1::bigint << case shown.body_type
      when 'slim' then 8 when 'normal' then 9 when 'fat' then 10 else 7 end)
    | (1::bigint << case shown.hair_colour
      when 'black' then 17 when 'brown' then 18 when 'blond' then 19 when 'red' then 20
      when 'grey' then 21 when 'dyed' then 22 when 'none' then 23 else 16 end)
    | (1::bigint << case shown.eye_colour
      when 'brown' then 25 when 'blue' then 26 when 'green' then 27 when 'grey' then 28
      when 'hazel' then 29 else 24 end)
    | (1::bigint << case shown.tattoos
      when 'none' then 31 when 'few' then 32 when 'many' then 33 else 30 end)
    | (1::bigint << case shown.reason
      when 'relationship' then 35 when 'dating' then 36 when 'friendship' then 37
      when 'chatting' then 38 when 'adventure' then 39 else 34 end)
    | (1::bigint << case shown.intention
      when 'long_term' then 49 when 'long_term_open' then 50 when 'casual' then 51
      when 'friends' then 52 when 'unsure' then 53 else 48 end)
    | case when not p.is_private and exists (select from photos ph where ph.id = p.main_photo_id and ph.status = 'active')
        then 1::bigint << 40 else 1::bigint << 41 end
    | case when p.verified_at is null then 1::bigint << 43 else 1::bigint << 42 end
    | case when p.is_fictional then 1::bigint << 44 else 0 end
    | case when p.is_hidden_from_visitors then 1::bigint << 45 else 0 end
    | case shown.looking_for when 'male' then 1::bigint << 46 when 'female' then 1::bigint << 47 else 0 end
  from (select (case when p.is_private then null::profiles else p end).*) shown
$$;

-- Visibility follows every change of an account, also one that an operator makes in SQL. Profiles are locked
-- before search rows, and rows in the order of their keys, as by every other writer.
create or replace function follow_accounts() returns trigger language plpgsql as $$
begin
  perform from changed_users a
  join users u on u.id = a.id
  join profile_search s on s.user_id = a.id
  join profiles p on p.user_id = a.id
  where s.visible <> search_visible(u, p)
  order by p.user_id
  for no key update of p;

  with changed as (
    select s.user_id, search_visible(u, p) as visible
    from changed_users a
    join users u on u.id = a.id
    join profiles p on p.user_id = a.id
    join profile_search s on s.user_id = a.id
    where s.visible <> search_visible(u, p)
    order by s.user_id
    for no key update of s
  )
  update profile_search s set visible = changed.visible from changed where s.user_id = changed.user_id;
  return null;
end $$;

-- Per statement, so that one that changes many accounts writes the counts of `member_counts` once, in their
-- order.
create or replace trigger search_follows_accounts after update on users
  referencing new table as changed_users for each statement execute function follow_accounts();

-- Visibility, facets and cell follow every change of a profile, also one made in SQL. The profile is locked
-- by its own update, and `follow_accounts` locks it before it writes, so neither can overwrite what the other
-- has written.
create or replace function follow_profiles() returns trigger language plpgsql as $$
begin
  update profile_search s
  set visible = search_visible(u, new), facets = search_facets(new), cell = new.cell
  from users u
  where s.user_id = new.user_id and u.id = new.user_id
    and (s.visible, s.facets, s.cell) is distinct from (search_visible(u, new), search_facets(new), new.cell);
  return null;
end $$;

create or replace trigger search_follows_profiles after update on profiles
  for each row when (old.* is distinct from new.*) execute function follow_profiles();

create or replace function follow_photo_status() returns trigger language plpgsql as $$
begin
  update profile_search s set facets = search_facets(p)
  from profiles p
  where p.user_id = new.user_id and s.user_id = p.user_id and s.facets <> search_facets(p);
  return null;
end $$;

create or replace trigger search_follows_photo_status after update of status on photos
  for each row when (old.status is distinct from new.status) execute function follow_photo_status();

-- The order of a search would show when a member in privacy mode is active, and so would the filter for
-- members who are online. The search knows of such a member only the day: the place is that of someone who
-- left shortly before it began.
create or replace function day_of_activity(at timestamptz) returns timestamptz language sql stable as $$
  select date_trunc('day', at, 'UTC') - interval '10 minutes'
$$;

create or replace function follow_privacy() returns trigger language plpgsql as $$
begin
  update profile_search s set last_active_at = day_of_activity(s.last_active_at) where s.user_id = new.user_id;
  return null;
end $$;

create or replace trigger search_follows_privacy after update of is_private on profiles
  for each row when (new.is_private and not old.is_private) execute function follow_privacy();

create or replace function birth_month(birth_date date) returns int language sql immutable parallel safe
  return extract(year from birth_date)::int * 12 + extract(month from birth_date)::int - 1;

-- Visible members per cell. Per statement, not per row; cells in key order so that two writers never wait for
-- each other in a circle. Members are added up by month first, where a heartbeat cancels itself out; each
-- month that is left changes the counts of the month and of its year, in the region and in the whole country.
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

create or replace trigger count_added after insert on profile_search
  referencing new table as added for each statement execute function count_members();

create or replace trigger count_removed after delete on profile_search
  referencing old table as removed for each statement execute function count_members();

-- Transition tables exclude a column list, so a heartbeat pays for the trigger too; its deltas cancel out.
create or replace trigger count_changed after update on profile_search
  referencing old table as removed new table as added for each statement execute function count_members();
