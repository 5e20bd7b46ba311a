import { prepared } from '#server/platform/postgres/db.ts'
import type { Queryable } from '#server/platform/postgres/tx.ts'
import { shownPhotoText, type NewUnlock, type UnlockRow } from './unlock-query.ts'

/*
 * What `unlockText` does, for photos of many members and several of one. PostgreSQL spends more on starting
 * and ending the statement than on its rows.
 *
 * - The balances are locked first, by key, as in every charging statement. What is computed from the locked
 *   rows is exact although the statement began before.
 * - A photo that a concurrent statement has unlocked meanwhile is left out by its key, and costs nothing.
 * - Of one member's photos the first ones are unlocked that the balance covers. Others have no row in the
 *   result; the caller finds the reasons.
 * - The arrays are subqueries, whose items the planner does not count. Otherwise it would plan the statement
 *   for every number of items, which takes longer than executing it.
 * - The lateral subquery with `offset 0` is evaluated row by row, by key, however small a table is.
 */
const unlockManyText = `with given as (
    select *
    from unnest(
      (select $1::bigint[]), (select $2::bigint[]), (select $3::text[]), (select $4::int[]), (select $5::timestamptz[])
    )
      as given (ledger_id, viewer_id, photo_key, price, at)
  ),
  photo as (
    select given.*, shown.id as photo_id
    from given
    cross join lateral (
      ${shownPhotoText({ viewerId: 'given.viewer_id', photoId: 'given.photo_key' })}
        and ph.user_id <> given.viewer_id
        and ph.visibility = 'private'
      offset 0
    ) shown
    where not shown.is_unlocked
  ),
  balances as (
    select b.user_id, b.balance, b.last_entry_id
    from account_balances b
    where b.user_id in (select viewer_id from photo) and b.premium_since is null
    order by b.user_id
    for no key update
  ),
  unlocked as (
    insert into photo_unlocks (user_id, photo_id, price, unlocked_at)
    select viewer_id, photo_id, price, at
    from (
      select photo.*, balance, sum(price) over (partition by viewer_id order by ledger_id) as needed
      from photo
      join balances on user_id = viewer_id
    ) wanted
    where needed <= balance
    order by ledger_id
    on conflict do nothing
    returning user_id, photo_id as unlocked_id
  ),
  paid as (
    select ledger_id, viewer_id, photo_id, price, at,
      (balance - sum(price) over earlier)::int as balance,
      greatest(ledger_id, last_entry_id + row_number() over earlier) as entry_id
    from photo
    join unlocked on unlocked.user_id = viewer_id and unlocked.unlocked_id = photo_id
    join balances on balances.user_id = viewer_id
    window earlier as (partition by viewer_id order by ledger_id)
  ),
  debit as (
    update account_balances b
    set balance = spent.balance, last_entry_id = spent.entry_id
    from (select viewer_id, min(balance) as balance, max(entry_id) as entry_id from paid group by viewer_id) spent
    where b.user_id = spent.viewer_id
    returning b.user_id, b.premium_since
  ),
  entry as (
    insert into credit_ledger (user_id, id, kind, ref, amount, balance_after, created_at)
    select viewer_id, entry_id, 'photo_unlock', photo_id::text, -price, balance, at
    from paid
  )
  select ledger_id, balance as credits, premium_since is not null as is_premium
  from paid
  join debit on debit.user_id = viewer_id`

const unlockMany = prepared<UnlockRow & { ledgerId: number }>('unlock_photos', unlockManyText)

/**
 * Unlocks photos as `insertUnlock` does, in one statement; none may be there twice for one member. Returns a
 * row for each in order; null for one not possible or needed.
 */
export async function insertUnlocks(db: Queryable, unlocks: readonly NewUnlock[]) {
  const columns = <Value>(valueOf: (unlock: NewUnlock) => Value) => unlocks.map(valueOf)
  const rows = await unlockMany(db, [
    columns(({ ledgerId }) => ledgerId),
    columns(({ userId }) => userId),
    columns(({ photoId }) => photoId),
    columns(({ price }) => price),
    columns(({ at }) => at),
  ])
  const byLedgerId = new Map(rows.map(({ ledgerId, ...row }) => [ledgerId, row]))
  return unlocks.map(({ ledgerId }) => byLedgerId.get(ledgerId) ?? null)
}
