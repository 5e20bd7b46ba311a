-- Discount codes that an operator makes, for one member or for all (PAY-11). Written by: credits.

create table discount_offers (
  -- as members type it, in capitals
  code text primary key,
  percentage smallint not null check (percentage between 1 and 100),
  -- lowest price of an order, in minor units of the member's currency; null: any
  minimum_minor int check (minimum_minor > 0),
  -- country of the members who can use it; null: any
  country text,
  -- the only member who can use it; null: every member, once each
  user_id bigint references users on delete cascade,
  -- how many members can use it; null: any number
  max_uses int check (max_uses > 0),
  -- uses of members whose accounts have been erased since, which count on
  erased_uses int not null default 0,
  starts_at timestamptz,
  -- an operator who ends it sets this to the time of that
  expires_at timestamptz,
  created_at timestamptz not null,
  check (expires_at > starts_at)
);

create index discount_offers_user on discount_offers (user_id) where user_id is not null;

-- The code of an offer becomes a row of discount_codes with a member's first order. Those that count as uses:
create index discount_codes_in_use on discount_codes (code) where order_id is not null or used_at is not null;
