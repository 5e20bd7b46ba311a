import { isActiveText } from '#server/features/accounts/fragments.ts'
import { balancesSql, chargeSql, rowOfEach } from '#server/features/credits/charge.ts'
import { isShownText, notPrivateText } from '#server/features/visibility/fragments.ts'
import { isPhotoGrantedText, isPhotoHiddenText, isPhotoUnlockedText } from '#server/features/profiles/fragments.ts'
import { prepared } from '#server/platform/postgres/db.ts'
import type { Queryable } from '#server/platform/postgres/tx.ts'

export interface NewUnlock {
  ledgerId: number
  userId: number
  photoKey: number
  /** In credits. */
  price: number
  at: Date
}

export interface UnlockRow {
  ledgerId: number
  /** The balance that remains. */
  credits: number
  /** The price was the first that is spent of a purchase which starts premium so (CRED-4). */
  isPremium: boolean
}

/*
 * Debits, unlocks and ledger entries are one statement, for photos of many members and for several photos of
 * one: a photo is open exactly when it is paid for. PostgreSQL spends more on starting and ending it than on
 * its rows. A photo that a concurrent statement has unlocked violates the key of photo_unlocks, which undoes
 * the whole statement. The ledger names the photo by its internal key, because entries outlive accounts.
 *
 * The arrays are subqueries, of which the planner does not count the items: it would plan the statement for
 * every number of them.
 */
export const unlockText = `with input as (
  select *
  from unnest(
    (select $1::bigint[]), (select $2::bigint[]), (select $3::bigint[]), (select $4::int[]), (select $5::timestamptz[])
  ) as input (ledger_id, payer_id, photo_id, price, at)
),
balances as (
  ${balancesSql('input')}
),
unlock as (
  select *
  from input
  where payer_id in (select user_id from balances where premium_since is null)
),
${chargeSql({ charges: 'unlock', kind: `'photo_unlock'`, ref: 'photo_id::text' })},
stored as (
  insert into photo_unlocks (user_id, photo_id, price, unlocked_at)
  select payer_id, photo_id, price, at
  from paid
  order by ledger_id
)
select ledger_id, credits, premium_since is not null as is_premium
from paid
join debit on debit.user_id = payer_id`

const unlock = prepared<UnlockRow>('unlock_photos', unlockText)

/**
 * Debits the prices and unlocks the photos; none may be there twice for one member. Of one member's photos
 * the first ones are unlocked that the balance covers. Returns a row for each in their order; null for one
 * that the balance does not cover, or of a member who is premium.
 * @throws DatabaseError that `isConstraintViolation` recognises when a photo is unlocked already: nothing is
 * stored
 */
export async function insertUnlocks(db: Queryable, unlocks: readonly NewUnlock[]): Promise<(UnlockRow | null)[]> {
  const rows = await unlock(db, [
    unlocks.map(({ ledgerId }) => ledgerId),
    unlocks.map(({ userId }) => userId),
    unlocks.map(({ photoKey }) => photoKey),
    unlocks.map(({ price }) => price),
    unlocks.map(({ at }) => at),
  ])
  return rowOfEach(unlocks, rows)
}

export interface ShownPhoto {
  id: number
  visibility: 'public' | 'private' | 'on_request'
  ownerName: string
  ownerId: number
  isMain: boolean
  isUnlocked: boolean
  isGranted: boolean
  /** Balance of the viewer. */
  credits: number
  /** Whether the viewer is premium. */
  isPremium: boolean
}

export const shownPhotoText = `
  select ph.id, ph.visibility, p.name as owner_name, ph.user_id as owner_id,
    ph.id is not distinct from p.main_photo_id as is_main,
    ${isPhotoUnlockedText('$1', 'ph')} as is_unlocked,
    ${isPhotoGrantedText('$1', 'ph')} as is_granted,
    coalesce(a.balance, 0) as credits, a.premium_since is not null as is_premium
  from photos ph
  join profiles p on p.user_id = ph.user_id
  join users u on u.id = ph.user_id
  left join account_balances a on a.user_id = $1
  where ph.public_id = $2
    and ph.status = 'active'
    and not ${isPhotoHiddenText('ph', 'p')}
    and ${isActiveText('u')}
    and ${isShownText('$1', 'p')}
    and ${notPrivateText('$1', 'p')}`

const findShown = prepared<ShownPhoto>('unlock_context', shownPhotoText)

/**
 * Returns a photo that the viewer sees on the profile, open or locked, with what decides about its price.
 * Null without one.
 */
export async function findShownPhoto(db: Queryable, { userId, photoId }: { userId: number; photoId: string }) {
  const [row] = await findShown(db, [userId, photoId])
  return row ?? null
}
