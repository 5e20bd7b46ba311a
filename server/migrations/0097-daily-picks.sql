-- The members who are suggested for a day, so that they stay the same all day. Written by: games.

create table daily_picks (
  user_id bigint primary key references profiles on delete cascade,
  -- of the choice, in UTC; a new day replaces the row
  day date not null,
  -- best first; members who left since are not found any more
  other_ids bigint[] not null
);
