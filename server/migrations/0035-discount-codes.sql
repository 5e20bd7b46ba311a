-- Discount codes of members, and the discount of an order. Codes are written by: credits; orders by: payments.

create table discount_codes (
  id bigint primary key,
  user_id bigint not null references users on delete cascade,
  -- as the member types it, in capitals
  code text not null,
  percentage smallint not null check (percentage between 1 and 100),
  -- lowest price of an order, in minor units of the member's currency; null: any
  minimum_minor int check (minimum_minor > 0),
  -- country of the member in which it is valid; null: any
  country text,
  created_at timestamptz not null,
  expires_at timestamptz,
  -- order whose price is lowered by it: set when that is created, cleared when its payment fails or is cancelled
  order_id bigint,
  held_at timestamptz,
  -- set when a payment with it is completed
  used_at timestamptz,
  unique (user_id, code)
);

alter table orders
  add column discount_code text,
  add column discount_percent smallint,
  -- price without the discount; null without one
  add column full_amount_minor int;
