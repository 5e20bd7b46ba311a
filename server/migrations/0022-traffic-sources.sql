-- The campaign by which a member came to the sign-up. Written by: landers.

create table traffic_sources (
  -- erased with the account
  user_id bigint primary key references users on delete cascade,
  -- one of the site's traffic_sources at the time of the sign-up
  network text not null,
  -- parameters of the link, null where it had none
  ref text,
  sub1 text,
  sub2 text,
  sub3 text,
  created_at timestamptz not null
);
