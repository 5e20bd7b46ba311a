-- Pause and deletion of accounts by their owners, and exports of their data.

-- set by the member: hidden everywhere, nothing lost, ended by one press
alter table users add column paused_at timestamptz;

-- For the nightly erasure.
create index users_deleted on users (deleted_at) where deleted_at is not null;

-- Why a member asked for the deletion. Erased with the account. Written by: accounts.
create table deletions (
  user_id bigint primary key references users on delete cascade,
  -- one of `deleteReasons` of contract/accounts/deletion.ts; null if the member gave none
  reason text,
  remarks text not null
);

-- A paused account is hidden like a deleted one. Otherwise as in 0016.
create or replace function follow_accounts() returns trigger language plpgsql as $$
begin
  perform from changed_users a
  join profile_search s on s.user_id = a.id
  join profiles p on p.user_id = a.id
  where s.visible <> (a.disabled_at is null and a.deleted_at is null and a.paused_at is null)
  order by p.user_id
  for no key update of p;

  with changed as (
    select s.user_id, a.visible
    from (
      select id, disabled_at is null and deleted_at is null and paused_at is null as visible from changed_users
    ) a
    join profile_search s on s.user_id = a.id
    where s.visible <> a.visible
    order by s.user_id
    for no key update of s
  )
  update profile_search s set visible = changed.visible from changed where s.user_id = changed.user_id;
  return null;
end $$;

-- Requested exports of a member's data. Written by: exports.
create table data_exports (
  id bigint primary key,
  -- part of the address of the download and of the file's storage key
  public_id text not null unique,
  user_id bigint not null references users on delete cascade,
  status text not null default 'waiting' check (status in ('waiting', 'ready', 'failed')),
  -- parts written so far, of `total`
  done int not null default 0,
  total int not null default 1,
  -- of the finished file, in bytes
  size bigint,
  requested_at timestamptz not null,
  -- from then on the file is deleted; null while it is built
  expires_at timestamptz
);

create index data_exports_by_user on data_exports (user_id, id desc);
-- One at a time.
create unique index data_exports_waiting on data_exports (user_id) where status = 'waiting';
create index data_exports_by_expiry on data_exports (expires_at) where expires_at is not null;
