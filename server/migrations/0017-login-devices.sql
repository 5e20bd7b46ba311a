-- Devices that have logged in, and the counters of the log-in lock. Written by: accounts.

create table devices (
  -- SHA-256 of the cookie's token; every log-in of the device replaces it
  token_hash bytea,
  -- a device can be shared by several members
  user_id bigint references users on delete cascade,
  -- the last log-in
  used_at timestamptz not null,
  primary key (token_hash, user_id)
);

create index devices_by_user on devices (user_id, used_at);

drop table login_failures;

-- As rate-limiter-flexible defines it.
create table login_limits (
  -- a counter's name and the keyed hash of what it counts: no addresses are kept
  key varchar(255) primary key,
  points int not null default 0,
  -- milliseconds since 1970
  expire bigint
);

create index login_limits_by_expiry on login_limits (expire);
