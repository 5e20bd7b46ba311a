-- Payment methods that a provider keeps for repeat orders, and payments with them. Written by: payments.

-- at most one per member; the row goes when the member or the account goes
create table stored_methods (
  user_id bigint primary key,
  provider text not null,
  -- the provider's name for the buyer: made for this purpose, not the member's id
  customer_ref text not null,
  -- the provider's name for the method; no number of a card is stored
  token text not null,
  method text not null,
  -- masked, such as 'Visa •••• 1234'
  label text not null,
  created_at timestamptz not null
);

-- the country whose methods the buyer chose from; `country` decides price and VAT
alter table orders add column payment_country text;
update orders set payment_country = country;
alter table orders alter column payment_country set not null;

-- paid with the stored method, without a checkout
alter table orders add column is_stored boolean not null default false;
-- a member has one such payment open: pressing twice, also in two tabs, is one payment
create unique index open_stored_order on orders (user_id) where is_stored and status = 'pending';

-- with the buyer's consent the provider stores the method of this payment for this customer
alter table orders add column customer_ref text;

-- The sandbox's own record of customers and their methods.
alter table sandbox_payments add column customer text;
create table sandbox_methods (
  token text primary key,
  customer text not null unique,
  -- chosen by the tester: it is declined when it is charged
  is_declined boolean not null,
  created_at timestamptz not null
);
