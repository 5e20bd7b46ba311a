import type { Settings } from '#contract/settings/schemas.ts'
import type { Viewer } from '#server/features/accounts/views.ts'
import { creditsChanged } from '#server/features/credits/events.ts'
import { balanceOf } from '#server/features/credits/service.ts'
import { photoAccess } from '#server/features/profiles/rules.ts'
import { viewerRole } from '#server/features/visibility/rules.ts'
import type { Context } from '#server/platform/context.ts'
import { AppError } from '#server/platform/errors.ts'
import { newId } from '#server/platform/ids.ts'
import { isConstraintViolation } from '#server/platform/postgres/db.ts'
import { SharedStatements } from '#server/platform/postgres/shared-statements.ts'
import { insertUnlocks } from './unlock-batch-query.ts'
import { findShownPhoto, insertUnlock, type NewUnlock, type UnlockRow } from './unlock-query.ts'

type UnlockWriter = SharedStatements<NewUnlock, UnlockRow>

type Deps = Pick<Context, 'db' | 'clock' | 'events'> & { writer: UnlockWriter }

/** Attempts before giving up when concurrent statements win each time. */
const MAX_ATTEMPTS = 5

interface Unlock {
  viewer: Viewer
  photoId: string
  /** In credits; null where the viewer was not shown a price. */
  maxPrice: number | null
  settings: Pick<Settings, 'photo_credits'>
}

/** Unlocks at once what many calls ask for at the same time, those of one member included. */
export function createUnlockWriter({ db }: Pick<Context, 'db'>): UnlockWriter {
  return new SharedStatements({
    one: (unlock) => insertUnlock(db, unlock),
    many: (unlocks) => insertUnlocks(db, unlocks),
    // The same photo twice: a double click.
    keysOf: ({ userId, photoId }) => [`${userId} ${photoId}`],
  })
}

/**
 * Opens a private photo to a free member for good, and debits the price, atomically. A photo already open to
 * the viewer costs nothing, so repeating a call is safe. Returns the remaining balance.
 * @throws AppError `profiles.photo_not_found`, `unlocks.not_private`, `unlocks.price_changed` with `{count}`
 *   (above `maxPrice`), `unlocks.insufficient_credits` with `{name}`, `request.busy`
 * Source: PRO-6, CRED-2.
 */
export async function unlockPhoto(
  { db, clock, events, writer }: Deps,
  { viewer, photoId, maxPrice, settings }: Unlock,
) {
  const { userId } = viewer
  const price = settings.photo_credits
  const exceedsMaxPrice = maxPrice !== null && price > maxPrice
  for (let count = 0; count < MAX_ATTEMPTS; count += 1) {
    const unlocked = exceedsMaxPrice ? null : await tryUnlock({ clock, writer }, { userId, photoId, price })
    if (unlocked) {
      events.publish(creditsChanged, { userId, ...unlocked })
      return { credits: unlocked.credits }
    }
    const { credits } = await balanceOf({ db }, userId)
    if (await isOpen({ db }, { viewer, photoId, exceedsMaxPrice, credits, price })) return { credits }
    // It could be unlocked now, so a concurrent statement caused the failure.
  }
  throw new AppError('request.busy')
}

async function tryUnlock(
  { clock, writer }: Pick<Deps, 'clock' | 'writer'>,
  input: { userId: number; photoId: string; price: number },
) {
  try {
    return await writer.write({ ...input, ledgerId: newId(clock), at: clock.now() })
  } catch (error) {
    if (isConstraintViolation(error)) return null
    throw error
  }
}

/** Returns whether the viewer sees the photo without paying; throws why it cannot be unlocked. */
async function isOpen(
  { db }: Pick<Deps, 'db'>,
  {
    viewer,
    photoId,
    exceedsMaxPrice,
    credits,
    price,
  }: { viewer: Viewer; photoId: string; exceedsMaxPrice: boolean; credits: number; price: number },
) {
  const photo = await findShownPhoto(db, { userId: viewer.userId, photoId })
  if (!photo) throw new AppError('profiles.photo_not_found')
  const state = { ...photo, status: 'active', isHidden: false }
  if (photoAccess(viewerRole(viewer, photo.ownerId), state) === 'open') return true
  if (photo.visibility !== 'private') throw new AppError('unlocks.not_private')
  if (exceedsMaxPrice) throw new AppError('unlocks.price_changed', { params: { count: price } })
  if (credits < price) throw new AppError('unlocks.insufficient_credits', { params: { name: photo.ownerName } })
  return false
}
