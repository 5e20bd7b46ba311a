import { isActiveText } from '#server/features/accounts/fragments.ts'
import { debitSql, entrySql } from '#server/features/credits/charge.ts'
import { isShownText, notPrivateText } from '#server/features/visibility/fragments.ts'
import { isPhotoGrantedText, isPhotoHiddenText, isPhotoUnlockedText } from '#server/features/profiles/fragments.ts'
import { prepared } from '#server/platform/postgres/db.ts'
import type { Queryable } from '#server/platform/postgres/tx.ts'

/**
 * Returns SQL for another member's photo with this public id that the viewer sees on the profile, open or
 * locked. Arguments are SQL; callers can add conditions on the photo `ph`.
 */
export function shownPhotoText({ viewerId, photoId }: { viewerId: string; photoId: string }) {
  return `select ph.id, ph.visibility, p.name as owner_name, ph.user_id as owner_id,
    ph.id is not distinct from p.main_photo_id as is_main,
    ${isPhotoUnlockedText(viewerId, 'ph')} as is_unlocked,
    ${isPhotoGrantedText(viewerId, 'ph')} as is_granted
  from photos ph
  join profiles p on p.user_id = ph.user_id
  join users u on u.id = ph.user_id
  where ph.public_id = ${photoId}
    and ph.status = 'active'
    and not ${isPhotoHiddenText('ph', 'p')}
    and ${isActiveText('u')}
    and ${isShownText(viewerId, 'p')}
    and ${notPrivateText(viewerId, 'p')}`
}

const shownPhoto = shownPhotoText({ viewerId: '$1', photoId: '$2' })

export interface NewUnlock {
  userId: number
  /** Public id. */
  photoId: string
  /** In credits. */
  price: number
  ledgerId: number
  at: Date
}

/*
 * Debit, unlock and ledger entry are one statement: a photo is open exactly when it is paid for. Of two
 * concurrent statements for one photo the second waits for the balance of the first, then violates the key of
 * photo_unlocks, which rolls it back. Ledger entries have internal keys of photos: they outlive accounts.
 */
export const unlockText = `with photo as (
    ${shownPhoto}
      and ph.user_id <> $1
      and ph.visibility = 'private'
  ),
  debit as (
    ${debitSql({
      userId: '$1',
      amount: '$3::int',
      entryId: '$4::bigint',
      condition: 'premium_since is null and exists (select from photo where not is_unlocked)',
    })}
  ),
  unlocked as (
    insert into photo_unlocks (user_id, photo_id, price, unlocked_at)
    select $1, photo.id, $3, $5
    from debit, photo
    returning photo_id
  ),
  entry as (
    ${entrySql({
      userId: '$1',
      id: 'debit.last_entry_id',
      kind: `'photo_unlock'`,
      ref: 'unlocked.photo_id::text',
      amount: '$3',
      balance: 'debit.balance',
      at: '$5',
      from: 'debit, unlocked',
    })}
  )
  select balance as credits, premium_since is not null as is_premium
  from debit, unlocked`

export interface UnlockRow {
  /** The balance that remains. */
  credits: number
  /** The price was the first that is spent of a purchase which starts premium so (CRED-4). */
  isPremium: boolean
}

const unlock = prepared<UnlockRow>('unlock_photo', unlockText)

/**
 * Debits the price and unlocks the photo. Changes nothing and returns null when not possible or needed;
 * `findShownPhoto` has the reason.
 * @throws DatabaseError that `isConstraintViolation` recognises when a concurrent statement wins
 */
export async function insertUnlock(db: Queryable, { userId, photoId, price, ledgerId, at }: NewUnlock) {
  const rows = await unlock(db, [userId, photoId, price, ledgerId, at])
  return rows[0] ?? null
}

export interface ShownPhoto {
  visibility: 'public' | 'private' | 'on_request'
  ownerName: string
  ownerId: number
  isMain: boolean
  isUnlocked: boolean
  isGranted: boolean
}

const findShown = prepared<ShownPhoto>('unlock_context', shownPhoto)

/** Returns the photo if the viewer sees it on the profile, open or locked. */
export async function findShownPhoto(db: Queryable, { userId, photoId }: { userId: number; photoId: string }) {
  const [row] = await findShown(db, [userId, photoId])
  return row ?? null
}
