-- Whose prices a member has after a move that the network address contradicts, and until when; null: those of the own country.
-- Written by: profiles.
alter table profiles
  add column price_country text,
  add column price_country_until timestamptz,
  add constraint price_country_ends check ((price_country is null) = (price_country_until is null));
