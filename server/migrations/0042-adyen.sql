-- What Adyen has told the site. Its API answers questions about payment links only, so what its signed webhooks and its
-- replies report of refunds and chargebacks is kept. Written by: payments.

create table adyen_payments (
  -- public id of the order, Adyen's merchantReference
  reference text primary key,
  -- null: charged with a stored method
  link_id text,
  amount_minor int not null,
  currency text not null,
  created_at timestamptz not null
);

create table adyen_events (
  reference text not null,
  event_code text not null,
  -- Adyen's name of the event; a repeated webhook has the same
  psp_reference text not null,
  is_success boolean not null,
  -- the payment that a refund or chargeback belongs to
  original_reference text,
  amount_minor int not null,
  currency text not null,
  received_at timestamptz not null,
  primary key (reference, event_code, psp_reference, is_success)
);
