import type { Settings } from '#contract/settings/schemas.ts'
import { assertAgeAssured } from '#server/features/accounts/service.ts'
import type { Viewer } from '#server/features/accounts/views.ts'
import { creditsChanged } from '#server/features/credits/events.ts'
import { photoAccess } from '#server/features/profiles/rules.ts'
import { viewerRole } from '#server/features/visibility/rules.ts'
import type { Context } from '#server/platform/context.ts'
import { AppError } from '#server/platform/errors.ts'
import { newId } from '#server/platform/ids.ts'
import { isConstraintViolation } from '#server/platform/postgres/db.ts'
import { SharedStatements } from '#server/platform/postgres/shared-statements.ts'
import { findShownPhoto, insertUnlocks, type NewUnlock, type UnlockRow } from './unlock-query.ts'

type UnlockWriter = SharedStatements<NewUnlock, UnlockRow | null>

type Deps = Pick<Context, 'db' | 'clock' | 'events'> & { writer: UnlockWriter }

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
    write: (unlocks) => insertUnlocks(db, unlocks),
    // The same photo twice: a double click.
    keysOf: ({ userId, photoKey }) => [`${userId} ${photoKey}`],
  })
}

/**
 * Opens a private photo to a free member for good, and debits the price, atomically. A photo that is open to
 * the viewer costs nothing, so repeating a call is safe. Returns the remaining balance.
 * @throws AppError `profiles.photo_not_found`, `unlocks.not_private`, `unlocks.price_changed` with `{count}`
 * (it costs more than `maxPrice`), `unlocks.insufficient_credits` with `{name}`, `request.busy`,
 * `accounts.age_check_needed`
 * Source: PRO-6, CRED-2.
 */
export async function unlockPhoto(deps: Deps, input: Unlock) {
  assertAgeAssured(input.viewer)
  // One that is overtaken by a concurrent statement reads in the second attempt what that has changed.
  const unlocked = (await tryUnlock(deps, input)) ?? (await tryUnlock(deps, input))
  if (!unlocked) throw new AppError('request.busy')
  return unlocked
}

/** Returns null if a concurrent statement has unlocked the photo or changed the balance. */
async function tryUnlock({ db, clock, events, writer }: Deps, { viewer, photoId, maxPrice, settings }: Unlock) {
  const { userId } = viewer
  const price = settings.photo_credits
  const photo = await findShownPhoto(db, { userId, photoId })
  if (!photo) throw new AppError('profiles.photo_not_found')
  const { credits, isPremium } = photo
  const state = { ...photo, status: 'active', isHidden: false }
  if (photoAccess(viewerRole({ ...viewer, isPremium }, photo.ownerId), state, viewer) === 'open') return { credits }
  if (photo.visibility !== 'private') throw new AppError('unlocks.not_private')
  if (maxPrice !== null && price > maxPrice) throw new AppError('unlocks.price_changed', { params: { count: price } })
  if (credits < price) throw new AppError('unlocks.insufficient_credits', { params: { name: photo.ownerName } })
  const unlock = { userId, photoKey: photo.id, price, ledgerId: newId(clock), at: clock.now() }
  const row = await writer.write(unlock).catch((error: unknown) => {
    if (isConstraintViolation(error)) return null
    throw error
  })
  if (!row) return null
  events.publish(creditsChanged, { userId, credits: row.credits, isPremium: row.isPremium })
  return { credits: row.credits }
}
