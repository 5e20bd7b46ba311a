-- Orders and what the providers said of them. Written by: payments.

create table orders (
  id bigint primary key,
  public_id text not null unique,
  user_id bigint not null,
  site_id int not null references sites,
  -- chosen by the client: the same order sent twice is one order
  client_id uuid not null,
  -- p0 to p3
  bundle text not null,
  credits int not null check (credits > 0),
  amount_minor int not null check (amount_minor > 0),
  currency text not null,
  -- buyer's country, decides VAT
  country text not null,
  method text not null,
  provider text not null,
  -- the provider's name for the payment, once it has one
  provider_ref text,
  -- the provider's page on which the member pays, known together with provider_ref
  checkout_url text,
  status text not null check (status in ('pending', 'completed', 'failed', 'cancelled')),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  completed_at timestamptz,
  unique (user_id, client_id),
  unique (provider, provider_ref)
);

create index orders_by_user on orders (user_id, id desc);

-- One row per event of a provider: a repeated webhook finds its row and changes nothing.
create table payment_events (
  provider text not null,
  event_id text not null,
  order_id bigint not null references orders,
  -- status that the provider reported
  status text not null,
  received_at timestamptz not null,
  primary key (provider, event_id)
);

-- The built-in sandbox provider's own books: what a real provider would keep on its side.
create table sandbox_payments (
  ref text primary key,
  -- public id of the order: the same order asked for twice is one payment
  reference text not null unique,
  merchant text not null,
  amount_minor int not null,
  currency text not null,
  method text not null,
  -- where the browser goes afterwards, a path of this site
  return_path text not null,
  -- 'open' until a button is pressed
  status text not null default 'open' check (status in ('open', 'pending', 'completed', 'failed', 'cancelled')),
  created_at timestamptz not null,
  updated_at timestamptz not null
);
