-- Free credits are granted once per mailbox (CRED-3): many providers deliver several spellings of an address to one.
create table signup_grants (
  -- the member who got the credits
  user_id bigint primary key references users on delete cascade,
  -- keyed hash of the mailbox
  mailbox bytea not null unique
);
