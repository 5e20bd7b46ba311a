-- Members whose address is not confirmed are not found. Otherwise as in 0024. Written by: search, likes.

create or replace function search_visible(u users, p profiles) returns boolean language sql stable as $$
  select u.confirmed_at is not null and u.disabled_at is null and u.deleted_at is null and u.paused_at is null
    and not p.is_invisible
$$;

update profile_search s
set visible = false
from users u
where u.id = s.user_id and u.confirmed_at is null and s.visible;
