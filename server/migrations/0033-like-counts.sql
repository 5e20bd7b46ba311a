-- Kept numbers of new likes, and when members were last notified of a like or a match. Written by: likes.

-- How many likes a member has received and not seen, from active members. No row: none. The likes slice changes it in the
-- transaction that changes the likes; `follow_account_in_like_counts` does when an account is hidden or returns.
create table like_counts (
  user_id bigint primary key,
  new_likes int not null
);

-- The latest notification of a like or a match, so that toggling a like notifies once (LIKE-7, LIKE-8). Deleted after a day.
create table like_notices (
  -- who was notified; of a match the lower key of the two
  user_id bigint not null,
  -- about whom
  other_id bigint not null,
  kind text not null check (kind in ('like', 'match')),
  sent_at timestamptz not null,
  -- of a like that was withdrawn: when it had been seen, which counts again if the like is given again
  seen_at timestamptz,
  primary key (user_id, other_id, kind)
);

create index like_notices_by_time on like_notices (sent_at);
create index like_notices_about on like_notices (other_id);

-- The transactions of the likes lock both accounts in share mode first, so this sees every like that was counted.
create function follow_account_in_like_counts() returns trigger language plpgsql as $$
declare
  was_active boolean := old.disabled_at is null and old.deleted_at is null and old.paused_at is null;
  is_active boolean := new.disabled_at is null and new.deleted_at is null and new.paused_at is null;
begin
  if was_active = is_active then return null; end if;
  with unseen as (
    select theirs.user_id
    from likes mine
    join likes theirs on theirs.user_id = mine.other_id and theirs.other_id = mine.user_id
    where mine.user_id = new.id
      and mine.given_at is not null
      and theirs.received_at is not null
      and theirs.seen_at is null
    order by theirs.user_id
    for update of theirs
  )
  insert into like_counts as c (user_id, new_likes)
  select user_id, case when is_active then 1 else -1 end from unseen order by user_id
  on conflict (user_id) do update set new_likes = c.new_likes + excluded.new_likes;
  return null;
end $$;

create trigger like_counts_follow_accounts after update of disabled_at, deleted_at, paused_at on users
  for each row execute function follow_account_in_like_counts();

insert into like_counts (user_id, new_likes)
select likes.user_id, count(*)
from likes
join users on users.id = likes.other_id
where likes.received_at is not null
  and likes.seen_at is null
  and users.disabled_at is null and users.deleted_at is null and users.paused_at is null
group by likes.user_id;

-- Asked when a fictional profile is shown in place of a like (LIKE-5).
create index profiles_fictional on profiles (country, gender) where is_fictional;
