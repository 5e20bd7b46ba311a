-- States of an order with every change of them, checks, refunds, chargebacks and incidents. Written by: payments.

alter table orders drop constraint orders_status_check;
alter table orders add constraint orders_status_check
  check (status in ('pending', 'completed', 'failed', 'cancelled', 'refunded', 'charged_back'));

-- when the provider is asked what became of the payment, in case its report was lost; null: not any more
alter table orders add column next_check_at timestamptz;
create index orders_to_check on orders (next_check_at) where next_check_at is not null;
update orders set next_check_at = updated_at where status = 'pending' and provider_ref is not null;

-- Append-only: every change of an order's state. Replaces the events by id of the provider, because a report only causes
-- a question to the provider now, and may be repeated.
create table order_events (
  order_id bigint not null references orders,
  -- 1, 2, … in each order
  nth int not null,
  -- null: the order was created
  from_status text,
  to_status text not null,
  -- what caused the change; the values are in rules.ts
  cause text not null,
  created_at timestamptz not null,
  primary key (order_id, nth)
);

insert into order_events (order_id, nth, to_status, cause, created_at)
select id, 1, status, 'created', updated_at from orders;

drop table payment_events;

-- Money that goes back to a buyer: at most one refund of an order.
create table refunds (
  id bigint primary key,
  order_id bigint not null unique references orders,
  -- 'withdrawal' by the buyer, 'buyer_gone': paid after the account was erased
  reason text not null check (reason in ('withdrawal', 'buyer_gone')),
  -- taken from the balance
  credits int not null check (credits >= 0),
  amount_minor int not null check (amount_minor > 0),
  -- 'requested' until the provider has accepted or rejected it
  status text not null check (status in ('requested', 'done', 'failed')),
  requested_at timestamptz not null,
  settled_at timestamptz
);

-- Payments that the buyer's bank took back.
create table chargebacks (
  order_id bigint primary key references orders,
  amount_minor int not null check (amount_minor > 0),
  credits_taken int not null check (credits_taken >= 0),
  -- credits of the order that were spent already
  credits_missing int not null check (credits_missing >= 0),
  created_at timestamptz not null
);

-- What an operator has to look at. Contains no personal data.
create table payment_incidents (
  id bigint primary key,
  provider text not null,
  provider_ref text not null,
  order_id bigint not null references orders,
  -- the values are in rules.ts
  kind text not null,
  created_at timestamptz not null,
  unique (provider, provider_ref, kind)
);

-- The sandbox's own record of what it paid back, and what a bank took back.
alter table sandbox_payments
  add column charged_back_minor int not null default 0 check (charged_back_minor between 0 and amount_minor);
create table sandbox_refunds (
  -- chosen by the site: the same refund twice is one
  id text primary key,
  ref text not null references sandbox_payments,
  amount_minor int not null check (amount_minor > 0),
  created_at timestamptz not null
);
