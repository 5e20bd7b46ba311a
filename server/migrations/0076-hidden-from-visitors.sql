-- Whether visitors without log-in see a member is a mode of the profile (PRO-20), no longer a block of the key 0 that stood
-- for visitors. Written by: profiles.

-- set by the member
alter table profiles add column is_hidden_from_visitors boolean not null default false;

update profiles p set is_hidden_from_visitors = true
from blocks b
where b.user_id = p.user_id and b.other_id = 0 and b.by_me_at is not null;

delete from blocks where user_id = 0 or other_id = 0;

-- The bit that searches of visitors exclude: `search_facets` sets it from now on.
update profile_search s set facets = s.facets | (1::bigint << 45)
from profiles p
where p.user_id = s.user_id and p.is_hidden_from_visitors;
