import type { PositionChange, ProfileEdit } from '#contract/profiles/schemas.ts'
import { townPosition } from '#server/features/settings/cities.ts'
import type { Context } from '#server/platform/context.ts'
import { emit } from '#server/platform/postgres/db.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Tx } from '#server/platform/postgres/tx.ts'
import { profileUpdated } from './events.ts'
import { findDetails, saveCell } from './queries.ts'
import { cellOf } from './rules.ts'

type Town = Pick<ProfileEdit, 'country' | 'region' | 'city'>

/**
 * Stores where a member is, snapped to a cell of the map; null forgets it. The position itself is never
 * stored, logged or part of an event. Source: PRO-21.
 */
export async function setPosition(
  { transaction }: Pick<Context, 'transaction'>,
  { userId, position }: { userId: number; position: { latitude: number; longitude: number } | null },
) {
  await transaction(async (tx) => {
    await saveCell(tx, { userId, cell: position && cellOf(position) })
    await emit(tx, profileUpdated, { userId })
  })
}

/**
 * Sets the cell of a member to that of the device or of the own town.
 * @throws AppError `profiles.town_unknown`: the town is not in the list of towns
 * Source: PRO-21, SEARCH-9.
 */
export async function changePosition(
  { db, transaction }: Pick<Context, 'db' | 'transaction'>,
  { userId, change }: { userId: number; change: PositionChange },
) {
  if (!('from' in change)) return setPosition({ transaction }, { userId, position: change })
  const profile = await findDetails(db, userId)
  const position = profile ? await townPosition(profile) : null
  if (!position) throw new AppError('profiles.town_unknown')
  return setPosition({ transaction }, { userId, position })
}

/** Returns whether a change names another town than the stored one: only then the cell follows it. */
export async function hasMoved(tx: Tx, { userId, ...town }: Town & { userId: number }) {
  const stored = await findDetails(tx, userId)
  return stored?.country !== town.country || stored.region !== town.region || stored.city !== town.city
}

/** Sets the cell of a member to that of a town; of an unknown town the member has no cell. */
export async function saveTownCell(tx: Tx, { userId, ...town }: Town & { userId: number }) {
  const position = await townPosition(town)
  await saveCell(tx, { userId, cell: position && cellOf(position) })
}
