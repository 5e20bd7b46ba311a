-- Likes. Written by: likes.

-- Both directions are stored: each side's lists and matches are reads of one owner's rows.
create table likes (
  user_id bigint not null,
  other_id bigint not null,
  -- user_id likes other_id since; milliseconds, so that a page's key is exact
  given_at timestamptz(3),
  -- other_id likes user_id since
  received_at timestamptz(3),
  -- user_id opened other_id's profile after the like was received
  seen_at timestamptz,
  primary key (user_id, other_id),
  check (given_at is not null or received_at is not null)
);

create index likes_received on likes (user_id, received_at desc, other_id desc) where received_at is not null;
create index likes_given on likes (user_id, given_at desc, other_id desc) where given_at is not null;
create index likes_matches on likes (user_id, greatest(given_at, received_at) desc, other_id desc)
  where given_at is not null and received_at is not null;
create index likes_new on likes (user_id) where received_at is not null and seen_at is null;
