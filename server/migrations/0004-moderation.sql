-- Who has blocked whom. Written by: moderation.

-- Both directions are stored, so that "is there anything between me and her" is one key look-up on my side.
create table blocks (
  user_id bigint not null,
  other_id bigint not null,
  -- user_id blocked other_id
  by_me_at timestamptz,
  -- other_id blocked user_id
  by_them_at timestamptz,
  primary key (user_id, other_id),
  check (by_me_at is not null or by_them_at is not null)
);
