-- Passkeys of operators, beside the authenticator app. Written by: operator.

create table operator_passkeys (
  -- chosen by the authenticator, base64url
  credential_id text primary key,
  -- names the passkey in the operator's list
  id uuid not null unique default gen_random_uuid(),
  operator_id uuid not null references operators,
  public_key bytea not null,
  -- uses that the authenticator has counted; 0 for ever on those that do not count
  counter bigint not null,
  transports text[] not null,
  -- the host on which it was added; it works on no other
  rp_id text not null,
  name text not null,
  created_at timestamptz not null,
  last_used_at timestamptz
);

create index operator_passkeys_by_operator on operator_passkeys (operator_id);

-- Challenges that wait for the answer of a passkey; deleted when they are answered.
create table operator_passkey_challenges (
  -- SHA-256
  challenge_hash bytea primary key,
  -- who adds a passkey; null at a log-in
  operator_id uuid references operators,
  rp_id text not null,
  expires_at timestamptz not null
);

create index operator_passkey_challenges_by_expiry on operator_passkey_challenges (expires_at);
