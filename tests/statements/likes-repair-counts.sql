with batch as materialized (
  select id
  from users
  where id > $1
  order by id
  limit $2
), wrong as (
  select batch.id as user_id, actual.n - coalesce(c.new_likes, 0) as difference
  from batch
  left join like_counts c on c.user_id = batch.id
  cross join lateral (
    select count(*) as n
    from likes
    join users u on u.id = likes.other_id
    where likes.user_id = batch.id
      and likes.received_at is not null
      and likes.seen_at is null
      and ((u.disabled_at is null and u.deleted_at is null and u.paused_at is null)
      and not exists (
        select
        from profiles f
        where f.user_id = u.id
          and f.is_fictional
      ))
  ) actual
  where actual.n <> coalesce(c.new_likes, 0)
), repaired as (
  insert into like_counts as c (user_id, new_likes)
  select user_id, difference
  from wrong
  order by user_id
  on conflict (user_id) do update
  set new_likes = c.new_likes + excluded.new_likes
  returning 1
)
select (select count(*) from repaired) as repaired, (select max(id) from batch having count(*) = $3) as next
