-- Browsers that a member lets show push messages. Written by: accounts.
create table push_subscriptions (
  -- SHA-256 of the endpoint, which names the subscription and is too long for an index
  endpoint_hash bytea primary key,
  user_id bigint not null references users on delete cascade,
  -- a browser that is logged out gets no messages
  session_hash bytea not null references sessions on delete cascade,
  -- address at the push service of the browser's vendor
  endpoint text not null,
  -- public key of the browser and shared secret, base64url; messages are encrypted with them
  p256dh text not null,
  auth text not null,
  created_at timestamptz not null
);

create index push_subscriptions_by_user on push_subscriptions (user_id, created_at);
create index push_subscriptions_by_session on push_subscriptions (session_hash);
