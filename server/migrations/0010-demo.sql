-- How far the demo site has been filled. Written by: scripts/demo.

create table demo_steps (
  -- 'members', 'likes', 'talks'
  step text primary key,
  -- how many the step made
  n int not null,
  done_at timestamptz not null
);
