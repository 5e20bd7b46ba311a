-- Changes of viewers, which every node keeps in memory for some seconds: `ViewerCache` of accounts listens. The payload is
-- the account, or nothing when a statement concerns many.

create function notify_viewers_changed(user_ids bigint[]) returns void language plpgsql as $$
begin
  if cardinality(user_ids) > 20 then
    perform pg_notify('viewers_changed', '');
  else
    perform pg_notify('viewers_changed', user_id::text) from unnest(user_ids) as changed (user_id);
  end if;
end $$;

create function viewers_logged_out() returns trigger language plpgsql as $$
begin
  perform notify_viewers_changed(array(select distinct user_id from ended));
  return null;
end $$;

create function viewers_changed() returns trigger language plpgsql as $$
begin
  perform notify_viewers_changed(array(select id from changed));
  return null;
end $$;

create function viewer_became_premium() returns trigger language plpgsql as $$
begin
  perform pg_notify('viewers_changed', new.user_id::text);
  return null;
end $$;

-- Any change of an account, whatever its columns mean: they change rarely.
create trigger notify_viewers after update on users
  referencing new table as changed for each statement execute function viewers_changed();
create trigger notify_viewers_gone after delete on users
  referencing old table as changed for each statement execute function viewers_changed();
create trigger notify_sessions_ended after delete on sessions
  referencing old table as ended for each statement execute function viewers_logged_out();
create trigger notify_sessions_changed after update on sessions
  referencing old table as ended for each statement execute function viewers_logged_out();
-- Not for every message: a statement that does not name the column does not reach the trigger.
create trigger notify_premium after update of premium_since on account_balances
  for each row when (old.premium_since is distinct from new.premium_since) execute function viewer_became_premium();

-- Search: what else can be filtered.

-- half-degree cell of the map, (latitude + 90) * 2 * 720 + (longitude + 180) * 2 in whole steps; null: unknown. Positions are
-- snapped to it before they are stored, so that nothing can lead closer to a member
alter table profiles add column cell int check (cell between 0 and 360 * 720 - 1);
-- set by an operator who checked the member
alter table profiles add column verified_at timestamptz;

-- one bit for each value of each facet and one for 'not given', so that a search excludes values by one mask: search_facets
alter table profile_search add column facets bigint not null default 0;
-- copied from the profile
alter table profile_search add column cell int;

-- THE place that decides whether a member can be found at all. Used by the trigger below, by the search slice when it writes a
-- row, and by its nightly check. What else hides members is added here.
create function search_visible(u users, p profiles) returns boolean language sql stable as $$
  select u.disabled_at is null and u.deleted_at is null and u.paused_at is null
$$;

-- The facets of a profile. The bits are those of server/features/search/facets.ts, which a test compares. They are stored:
-- a bit never changes its meaning.
create function search_facets(p profiles) returns bigint language sql stable as $$
  select (1::bigint << case p.relationship when 'divorced' then 1 when 'living_together' then 2 when 'married' then 3 when 'single' then 4 when 'widowed' then 5 when 'unmarried' then 6 else 0 end)
    | (1::bigint << case p.body_type when 'slim' then 8 when 'normal' then 9 when 'fat' then 10 else 7 end)
    | (1::bigint << case p.sexuality when 'hetero' then 12 when 'gay' then 13 when 'lesbian' then 14 when 'bi' then 15 else 11 end)
    | (1::bigint << case p.hair_colour when 'black' then 17 when 'brown' then 18 when 'blond' then 19 when 'red' then 20 when 'grey' then 21 when 'dyed' then 22 when 'none' then 23 else 16 end)
    | (1::bigint << case p.eye_colour when 'brown' then 25 when 'blue' then 26 when 'green' then 27 when 'grey' then 28 when 'hazel' then 29 else 24 end)
    | (1::bigint << case p.tattoos when 'none' then 31 when 'few' then 32 when 'many' then 33 else 30 end)
    | (1::bigint << case p.reason when 'relationship' then 35 when 'dating' then 36 when 'friendship' then 37 when 'chatting' then 38 when 'adventure' then 39 else 34 end)
    | case when exists (select from photos ph where ph.id = p.main_photo_id and ph.status = 'active')
        then 1::bigint << 40 else 1::bigint << 41 end
    | case when p.verified_at is null then 1::bigint << 43 else 1::bigint << 42 end
    | case when p.is_fictional then 1::bigint << 44 else 0 end
$$;

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

-- Visibility, facets and cell follow every change of a profile, also one made in SQL. The profile is locked by its own update,
-- and `follow_accounts` locks it before it writes, so neither can overwrite what the other has written.
create function follow_profiles() returns trigger language plpgsql as $$
begin
  update profile_search s
  set visible = search_visible(u, new), facets = search_facets(new), cell = new.cell
  from users u
  where s.user_id = new.user_id and u.id = new.user_id
    and (s.visible, s.facets, s.cell) is distinct from (search_visible(u, new), search_facets(new), new.cell);
  return null;
end $$;

create trigger search_follows_profiles after update on profiles
  for each row when (old.* is distinct from new.*) execute function follow_profiles();

create function follow_photo_status() returns trigger language plpgsql as $$
begin
  update profile_search s set facets = search_facets(p)
  from profiles p
  where p.user_id = new.user_id and s.user_id = p.user_id and s.facets <> search_facets(p);
  return null;
end $$;

create trigger search_follows_photo_status after update of status on photos
  for each row when (old.status is distinct from new.status) execute function follow_photo_status();

update profile_search s set facets = search_facets(p) from profiles p where p.user_id = s.user_id;

-- The same indexes with the facets, so that a filter reads no row that it skips.
drop index profile_search_recent, profile_search_region_recent, profile_search_year, profile_search_region_year;
create index profile_search_recent on profile_search
  (country, gender, last_active_at desc, user_id desc) include (birth_date, facets) where visible;
create index profile_search_region_recent on profile_search
  (country, region, gender, last_active_at desc, user_id desc) include (birth_date, facets) where visible;
create index profile_search_year on profile_search
  (country, gender, birth_year, last_active_at desc, user_id desc) include (birth_date, facets) where visible;
create index profile_search_region_year on profile_search
  (country, region, gender, birth_year, last_active_at desc, user_id desc) include (birth_date, facets) where visible;
-- Members near a place: one short read for each cell.
create index profile_search_cell on profile_search
  (country, gender, cell, last_active_at desc, user_id desc) include (birth_date, facets) where visible and cell is not null;
