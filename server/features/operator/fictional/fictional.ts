import { DAY } from '#contract/time.ts'
import { OPERATOR_PAGE } from '#contract/limits.ts'
import type { AuditAct } from '#contract/operator/acts.ts'
import type { FictionalProfile } from '#contract/profiles/fictional-schemas.ts'
import type { AppContext } from '#server/context.ts'
import * as photos from '#server/features/profiles/fictional/fictional-photos.ts'
import * as profiles from '#server/features/profiles/fictional/fictional-profiles.ts'
import { preparePhoto } from '#server/features/profiles/photos.ts'
import { ageOn, todayIn } from '#server/features/profiles/rules.ts'
import { backdateActivity } from '#server/features/search/service.ts'
import { AppError } from '#server/platform/errors.ts'
import type { RequestOperator } from '#server/platform/http/callers.ts'
import type { ImageSource } from '#server/platform/images/images.ts'
import type { Tx } from '#server/platform/postgres/tx.ts'
import { findCredentials } from '../access/queries.ts'
import { recordAct } from '../audit/record.ts'

/** So long ago that no page shows it: no one is active on a fictional profile. */
const IDLE_MS = 30 * DAY

interface Target {
  by: RequestOperator
  profileId: string
}

interface Edit extends Target {
  expectedVersion: number
}

/** Returns a page of the fictional profiles (OPER-32). */
export async function listFictional(
  { db, clock, sites }: Pick<AppContext, 'db' | 'clock' | 'sites'>,
  { before }: { before?: string | undefined },
) {
  const rows = await profiles.listFictional(db, { before, limit: OPERATOR_PAGE })
  const today = todayIn(clock.now())
  const listed = rows.map(({ siteId, birthDate, createdAt, ...row }) => ({
    ...row,
    age: ageOn(today, birthDate),
    site: sites.byId(siteId).domain,
    createdAt: createdAt.toISOString(),
  }))
  return { profiles: listed, next: rows.length === OPERATOR_PAGE ? (rows.at(-1)?.id ?? null) : null }
}

/** @throws AppError as `createFictional` of the profiles */
export function createFictional(
  context: Pick<AppContext, 'transaction' | 'clock' | 'sites'>,
  { by, ...input }: { by: RequestOperator; siteId: number; profile: FictionalProfile },
) {
  return acting(context, { by, act: 'fictional_created' }, async (tx) => {
    const created = await profiles.createFictional(context, tx, { ...input, editor: await editorOf(tx, by) })
    const at = new Date(context.clock.now().getTime() - IDLE_MS)
    await backdateActivity({ tx }, { userId: created.userId, at })
    return created
  })
}

/** @throws AppError as `changeFictional` of the profiles */
export function changeFictional(
  context: Pick<AppContext, 'transaction' | 'clock' | 'sites'>,
  { by, ...input }: Edit & { profile: FictionalProfile },
) {
  return acting(context, { by, act: 'fictional_changed' }, async (tx) =>
    profiles.changeFictional(context, tx, { ...input, editor: await editorOf(tx, by) }),
  )
}

/** @throws AppError as `endFictional` of the profiles */
export function endFictional(context: Pick<AppContext, 'transaction' | 'clock'>, { by, ...input }: Edit) {
  return acting(context, { by, act: 'fictional_ended' }, async (tx) =>
    profiles.endFictional(context, tx, { ...input, editor: await editorOf(tx, by) }),
  )
}

/**
 * Adds a photo. Repeating a client id adds nothing.
 * @throws AppError `profiles.not_found`, `profiles.photo_limit`, and those of `preparePhoto`
 */
export async function addFictionalPhoto(
  context: Pick<AppContext, 'images' | 'storage' | 'jobs' | 'db' | 'clock' | 'transaction'>,
  { by, profileId, clientId, source }: Target & { clientId: string; source: ImageSource | null },
) {
  if (!source) throw new AppError('profiles.photo_not_an_image')
  await profiles.readFictional(context.db, profileId)
  // Slow, so it runs before the transaction.
  const photo = await preparePhoto(context, { source })
  try {
    const { isAdded } = await acting(context, { by, act: 'fictional_photo_added' }, (tx) =>
      photos.addFictionalPhoto(context, tx, { profileId, photo, clientId }),
    )
    if (!isAdded) await photo.discard()
    return { isAdded }
  } catch (error) {
    if (error instanceof AppError) await photo.discard()
    throw error
  }
}

/** @throws AppError as `chooseFictionalPhoto` of the profiles */
export function chooseFictionalPhoto(
  context: Pick<AppContext, 'transaction'>,
  { by, ...choice }: Target & { photoId: string },
) {
  return acting(context, { by, act: 'fictional_photo_chosen' }, (tx) => photos.chooseFictionalPhoto(tx, choice))
}

/** @throws AppError `profiles.not_found` */
export function removeFictionalPhoto(
  context: Pick<AppContext, 'transaction' | 'jobs'>,
  { by, ...choice }: Target & { photoId: string },
) {
  return acting(context, { by, act: 'fictional_photo_removed' }, (tx) =>
    photos.removeFictionalPhoto(context, tx, choice),
  )
}

async function editorOf(tx: Tx, { operatorId }: RequestOperator) {
  const { name } = await findCredentials(tx, operatorId)
  return { id: operatorId, name }
}

/** Runs a command about a fictional profile, and records it in the same transaction. */
function acting<Result extends { userId: number }>(
  { transaction }: Pick<AppContext, 'transaction'>,
  { by, act }: { by: RequestOperator; act: AuditAct },
  run: (tx: Tx) => Promise<Result>,
) {
  return transaction(async (tx) => {
    const result = await run(tx)
    await recordAct(tx, { operator: by, act, subject: { kind: 'member', id: result.userId } })
    return result
  })
}
