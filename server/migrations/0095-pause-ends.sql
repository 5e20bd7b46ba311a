-- A pause of an account can end by itself (ACC-30).

-- Chosen by the member with the pause, cleared with it; null: until the member comes back.
alter table users add column pause_ends_at timestamptz;

-- For the job that ends them.
create index users_pause_ends on users (pause_ends_at) where pause_ends_at is not null;
