-- Methods that a provider keeps since a payment, and the site has not stored yet: a job does it, and is repeated as long as the
-- row is there. Written by: payments.
create table methods_to_store (
  order_id bigint primary key references orders,
  requested_at timestamptz not null
);
