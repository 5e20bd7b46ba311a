-- What follows an account, and the nightly checks that it does: requested mails, search visibility, results of the checks.

-- Requests for mails, of which a member may make a few per day. Written by: accounts.
create table mail_requests (
  user_id bigint not null references users on delete cascade,
  -- 'activation'
  template text not null,
  -- deleted once it no longer counts
  requested_at timestamptz not null
);

create index mail_requests_by_user on mail_requests (user_id, template, requested_at);

-- Search visibility follows every change of an account, also one that an operator makes in SQL. Belongs to: search, which
-- writes `visible` itself only when it inserts a row. The condition is `isActive` of accounts; the nightly check compares
-- the two. Rows are locked in the order of their keys, as everywhere where several search rows are written.
create function follow_accounts() returns trigger language plpgsql as $$
begin
  with changed as (
    select s.user_id, a.visible
    from (select id, disabled_at is null and deleted_at is null as visible from changed_users) a
    join profile_search s on s.user_id = a.id
    where s.visible <> a.visible
    order by s.user_id
    for no key update of s
  )
  update profile_search s set visible = changed.visible from changed where s.user_id = changed.user_id;
  return null;
end $$;

-- Per statement, so that one that changes many accounts writes the counts of `member_counts` once, in their order.
create trigger search_follows_accounts after update on users
  referencing new table as changed_users for each statement execute function follow_accounts();

-- The latest result of each nightly check, for the metrics of every process. Written by: platform/checks.ts.
create table checks (
  -- 'search_rows', 'member_counts', 'unread_counts', 'balances'
  name text primary key,
  -- differences that the run found, and how many of them it repaired
  found int not null,
  repaired int not null,
  finished_at timestamptz not null
);
