-- The list of sessions, passkeys, second factor, and what the owner is told about them. Written by: accounts.

alter table sessions
  -- names the session in the owner's list; says nothing about its token
  add column id uuid not null default gen_random_uuid(),
  -- of the browser at the log-in, such as 'Firefox' and 'Windows'; the whole header is not kept
  add column browser text,
  add column system text,
  -- the last request, exact to some minutes
  add column last_used_at timestamptz;

update sessions set last_used_at = created_at;
alter table sessions alter column last_used_at set not null;
create unique index sessions_by_id on sessions (id);

create table passkeys (
  -- chosen by the authenticator, base64url
  credential_id text primary key,
  -- names the passkey in the owner's list
  id uuid not null unique default gen_random_uuid(),
  user_id bigint not null references users on delete cascade,
  public_key bytea not null,
  -- uses that the authenticator has counted; 0 for ever on those that do not count
  counter bigint not null,
  transports text[] not null,
  -- the host on which it was added; it works on no other
  rp_id text not null,
  -- given by the owner
  name text not null,
  created_at timestamptz not null,
  last_used_at timestamptz
);

create index passkeys_by_user on passkeys (user_id);

-- Challenges that wait for the answer of a passkey; deleted when they are answered.
create table passkey_challenges (
  -- SHA-256
  challenge_hash bytea primary key,
  -- the member who adds a passkey; null at a log-in
  user_id bigint references users on delete cascade,
  rp_id text not null,
  expires_at timestamptz not null
);

create index passkey_challenges_by_expiry on passkey_challenges (expires_at);
create index passkey_challenges_by_user on passkey_challenges (user_id);

create table second_factors (
  user_id bigint primary key references users on delete cascade,
  -- aes-256-gcm with a key derived from the server's secret
  secret bytea not null,
  created_at timestamptz not null,
  -- set by the first right code; until then the log-in does not ask for one
  confirmed_at timestamptz,
  -- 30-second period of the last accepted code; earlier and equal ones are refused
  last_period bigint not null default 0
);

create table recovery_codes (
  user_id bigint references users on delete cascade,
  -- HMAC-SHA256 with a key derived from the server's secret; deleted when it is used
  code_hash bytea,
  primary key (user_id, code_hash)
);

-- Log-ins whose password was right and whose code is still missing. No sessions: they open nothing but the next step.
create table login_steps (
  token_hash bytea primary key,
  user_id bigint not null references users on delete cascade,
  expires_at timestamptz not null
);

create index login_steps_by_user on login_steps (user_id);
create index login_steps_by_expiry on login_steps (expires_at);

-- What the owner gets a mail about. The mail is built from the row, so that the queue contains only its id.
create table security_events (
  id uuid primary key default gen_random_uuid(),
  user_id bigint not null references users on delete cascade,
  -- the template of the mail
  kind text not null,
  browser text,
  system text,
  happened_at timestamptz not null
);

create index security_events_by_user on security_events (user_id);
create index security_events_by_time on security_events (happened_at);
