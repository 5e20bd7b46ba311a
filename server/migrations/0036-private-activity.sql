-- The order of a search would show when a member in privacy mode is active, and so would the filter for members who are
-- online. The search knows of such a member only the day: the place is that of someone who left shortly before it began.
-- Written by: search.

create function day_of_activity(at timestamptz) returns timestamptz language sql stable as $$
  select date_trunc('day', at, 'UTC') - interval '10 minutes'
$$;

create function follow_privacy() returns trigger language plpgsql as $$
begin
  update profile_search s set last_active_at = day_of_activity(s.last_active_at) where s.user_id = new.user_id;
  return null;
end $$;

create trigger search_follows_privacy after update of is_private on profiles
  for each row when (new.is_private and not old.is_private) execute function follow_privacy();

update profile_search s set last_active_at = day_of_activity(s.last_active_at)
from profiles p
where p.user_id = s.user_id and p.is_private;
