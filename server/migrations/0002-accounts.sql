-- Accounts, sessions, one-time links. Written by: accounts.

create table users (
  id bigint primary key,
  site_id int not null references sites,
  -- as typed, for mails
  email text not null,
  -- trimmed and lower case, for log-in and uniqueness
  email_key text not null unique,
  -- argon2id in PHC format
  password_hash text not null,
  language text not null,
  created_at timestamptz not null,
  -- set by opening the activation link; until then others cannot reply
  confirmed_at timestamptz,
  -- set by an operator; logged out and hidden everywhere
  disabled_at timestamptz,
  -- set by the member; erased 14 days later
  deleted_at timestamptz,
  -- mails not wanted or not possible, names of spec §3
  notifications_disabled text[] not null default '{}'
);

-- For the nightly removal of accounts that nobody confirmed.
create index users_unconfirmed on users (id) where confirmed_at is null;

create table sessions (
  -- SHA-256 of the cookie's token; the token itself is nowhere
  token_hash bytea primary key,
  user_id bigint not null references users on delete cascade,
  created_at timestamptz not null,
  expires_at timestamptz not null
);

create index sessions_by_user on sessions (user_id);
create index sessions_by_expiry on sessions (expires_at);

create table one_time_links (
  token_hash bytea primary key,
  user_id bigint not null references users on delete cascade,
  -- what the link does: 'activation'
  purpose text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);

create index one_time_links_by_user on one_time_links (user_id);

create table login_failures (
  -- 'account:<email key>' or 'address:<ip>', hashed: no addresses are kept
  key bytea primary key,
  failures int not null,
  -- times in a row that the lock closed; each doubles the next
  locks int not null default 0,
  locked_until timestamptz,
  updated_at timestamptz not null
);
