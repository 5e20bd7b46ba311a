-- Which gender a member in privacy mode looks for is no longer part of the search: the games would reveal it to anyone who
-- changes the own gender. Such members have neither bit, as those who look for both.
create or replace function search_facets(p profiles) returns bigint language sql stable as $$
  select (1::bigint << case shown.relationship when 'divorced' then 1 when 'living_together' then 2 when 'married' then 3 when 'single' then 4 when 'widowed' then 5 when 'unmarried' then 6 else 0 end)
    | (1::bigint << case shown.body_type when 'slim' then 8 when 'normal' then 9 when 'fat' then 10 else 7 end)
    | (1::bigint << case shown.sexuality when 'hetero' then 12 when 'gay' then 13 when 'lesbian' then 14 when 'bi' then 15 else 11 end)
    | (1::bigint << case shown.hair_colour when 'black' then 17 when 'brown' then 18 when 'blond' then 19 when 'red' then 20 when 'grey' then 21 when 'dyed' then 22 when 'none' then 23 else 16 end)
    | (1::bigint << case shown.eye_colour when 'brown' then 25 when 'blue' then 26 when 'green' then 27 when 'grey' then 28 when 'hazel' then 29 else 24 end)
    | (1::bigint << case shown.tattoos when 'none' then 31 when 'few' then 32 when 'many' then 33 else 30 end)
    | (1::bigint << case shown.reason when 'relationship' then 35 when 'dating' then 36 when 'friendship' then 37 when 'chatting' then 38 when 'adventure' then 39 else 34 end)
    | case when not p.is_private and exists (select from photos ph where ph.id = p.main_photo_id and ph.status = 'active')
        then 1::bigint << 40 else 1::bigint << 41 end
    | case when p.verified_at is null then 1::bigint << 43 else 1::bigint << 42 end
    | case when p.is_fictional then 1::bigint << 44 else 0 end
    | case shown.looking_for when 'male' then 1::bigint << 46 when 'female' then 1::bigint << 47 else 0 end
  from (select (case when p.is_private then null::profiles else p end).*) shown
$$;

update profile_search s
set facets = search_facets(p)
from profiles p
where p.user_id = s.user_id and p.is_private and s.facets <> search_facets(p);
