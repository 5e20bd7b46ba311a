-- The number of new likes follows accounts that are hidden or return. The transactions of the likes lock both
-- accounts in share mode first, so this sees every like that was counted.

create or replace function follow_account_in_like_counts() returns trigger language plpgsql as $$
declare
  was_active boolean := old.disabled_at is null and old.deleted_at is null and old.paused_at is null;
  is_active boolean := new.disabled_at is null and new.deleted_at is null and new.paused_at is null;
begin
  if was_active = is_active then return null; end if;
  -- Likes of fictional profiles are not counted (PRO-13).
  if exists (select from profiles p where p.user_id = new.id and p.is_fictional) then return null; end if;
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

create or replace trigger like_counts_follow_accounts after update of disabled_at, deleted_at, paused_at on users
  for each row execute function follow_account_in_like_counts();
