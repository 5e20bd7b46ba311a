-- Who runs the site, apart from its members, and what they did. Written by: operator.

create table operators (
  id uuid primary key default gen_random_uuid(),
  -- as it was entered, and as it identifies the operator
  email text not null,
  email_key text not null unique,
  name text not null,
  -- contract/operator/permissions.ts
  role text not null,
  -- null until the invitation is accepted
  password_hash text,
  -- aes-256-gcm; null until the first log-in, and after a reset of the second factor
  totp_secret bytea,
  -- 30-second period of the last accepted code; earlier and equal ones are refused
  totp_last_period bigint not null default 0,
  invited_by uuid references operators,
  created_at timestamptz not null,
  -- no log-in from then on; rows are never deleted, because the audit log names them
  disabled_at timestamptz
);

create table operator_sessions (
  -- SHA-256
  token_hash bytea primary key,
  operator_id uuid not null references operators,
  browser text,
  system text,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  -- the last time that the password was entered in this session
  confirmed_at timestamptz not null
);

create index operator_sessions_by_operator on operator_sessions (operator_id);
create index operator_sessions_by_expiry on operator_sessions (expires_at);

-- Log-ins whose password was right and whose code is missing.
create table operator_login_steps (
  token_hash bytea primary key,
  operator_id uuid not null references operators,
  -- the secret of an operator who has none yet: stored with the first right code; aes-256-gcm
  new_totp_secret bytea,
  expires_at timestamptz not null
);

create index operator_login_steps_by_operator on operator_login_steps (operator_id);
create index operator_login_steps_by_expiry on operator_login_steps (expires_at);

-- One-time links by which an operator chooses a password.
create table operator_invitations (
  token_hash bytea primary key,
  operator_id uuid not null references operators,
  expires_at timestamptz not null
);

create index operator_invitations_by_operator on operator_invitations (operator_id);

-- Every act of an operator and every look at private data. Rows are only added: triggers refuse the rest, and
-- each hash covers the one before (server/functions/operator.sql).
create table audit_log (
  -- without gaps; set by a trigger, like the time and the hash
  id bigint primary key default 0,
  happened_at timestamptz not null default now(),
  -- null: by `npm run operator`
  operator_id uuid references operators,
  -- contract/operator/acts.ts
  act text not null,
  -- what it was about: the kind of thing, and its key. Members are named by a number that leads to no person
  -- once they are erased.
  subject_kind text,
  subject_id text,
  -- ids, codes and reasons; no addresses, names or messages of members
  details jsonb not null default '{}',
  hash bytea not null default ''
);

create index audit_log_by_operator on audit_log (operator_id, id desc);
create index audit_log_by_subject on audit_log (subject_kind, subject_id, id desc) where subject_id is not null;
