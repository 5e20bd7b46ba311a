-- Credits. Written by: credits (and by chat's one-statement send, through credits' own SQL).

create table account_balances (
  user_id bigint primary key,
  balance int not null default 0 check (balance >= 0),
  -- first completed purchase; cleared when the only purchase is refunded
  premium_since timestamptz
);

-- Append-only: the sum of a member's entries is the balance.
create table credit_ledger (
  user_id bigint not null,
  id bigint not null,
  -- the cause: 'signup', 'purchase', 'message', 'demo'
  kind text not null,
  -- which one: a payment, a message; the same cause never counts twice
  ref text not null,
  amount int not null check (amount <> 0),
  balance_after int not null check (balance_after >= 0),
  created_at timestamptz not null,
  primary key (user_id, id),
  unique (user_id, kind, ref)
);
