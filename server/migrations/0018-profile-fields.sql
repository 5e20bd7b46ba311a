-- The optional fields in which a member chooses one value, and members who look for men and women. Written by: profiles.
-- The values are those of contract/profiles/profile-fields.ts; null means that the member left the field open.

alter table profiles
  add column sexuality text,
  add column hair_colour text,
  add column eye_colour text,
  add column tattoos text,
  -- why the member signed up
  add column reason text;

alter table profiles drop constraint profiles_looking_for_check;
alter table profiles add constraint profiles_looking_for_check check (looking_for in ('male', 'female', 'both'));
