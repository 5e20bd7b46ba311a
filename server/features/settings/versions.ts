import { sql } from 'kysely'
import { CONTENT_VERSIONS_PER_PAGE } from '#contract/limits.ts'
import type { Context } from '#server/platform/context.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Queryable, Tx } from '#server/platform/postgres/tx.ts'

/*
 * The history of what operators edit, of whatever slice: the owner of the content opens it, changes it and
 * records the change, in one transaction.
 */

/** Who changes something, as the history names them; null: a command, or the program. */
export type Editor = { id: string; name: string } | null

interface Opening {
  /** What is changed, such as `site/1`. */
  subject: string
  /** The version that the editor has seen; null: whatever it is by now. */
  expectedVersion: number | null
}

/**
 * Prevents other changes of a subject until the transaction ends. Returns its latest version, 0 without one.
 * @throws AppError `settings.changed_meanwhile` if another change came first (SET-12)
 */
export async function openSubject(tx: Tx, { subject, expectedVersion }: Opening) {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`content:${subject}`}, 0))`.execute(tx)
  const version = await latestVersion(tx, subject)
  if (expectedVersion !== null && expectedVersion !== version) throw new AppError('settings.changed_meanwhile')
  return version
}

/** Returns the number of the latest version of a subject, 0 without one. */
export async function latestVersion(db: Queryable, subject: string) {
  const row = await db
    .selectFrom('contentVersions')
    .select((eb) => eb.fn.max('version').as('version'))
    .where('subject', '=', subject)
    .executeTakeFirst()
  return row?.version ?? 0
}

export interface Change {
  subject: string
  editor: Editor
  /** Null: did not exist, or exists no longer. */
  before: object | null
  after: object | null
  /** Whether all members are asked for their consent again (SIGN-6). */
  asksConsent?: boolean
}

/** Records a change of an opened subject, unless nothing has changed. Returns the latest version. */
export async function recordVersion(
  { clock }: Pick<Context, 'clock'>,
  tx: Tx,
  { subject, editor, before, after, asksConsent = false }: Change,
) {
  const version = await latestVersion(tx, subject)
  const { isSame } = await tx
    .selectNoFrom(sql<boolean>`${encode(before)}::jsonb is not distinct from ${encode(after)}::jsonb`.as('isSame'))
    .executeTakeFirstOrThrow()
  if (isSame && !asksConsent) return version
  await tx
    .insertInto('contentVersions')
    .values({
      subject,
      version: version + 1,
      operatorId: editor?.id ?? null,
      operatorName: editor?.name ?? null,
      before: encode(before),
      after: encode(after),
      asksConsent,
      createdAt: clock.now(),
    })
    .execute()
  return version + 1
}

function encode(content: object | null) {
  return content === null ? null : JSON.stringify(content)
}

/** Lists the versions of a subject, newest first, older than `before`. */
export function listVersions(db: Queryable, { subject, before }: { subject: string; before: number | null }) {
  return db
    .selectFrom('contentVersions')
    .select(['version', 'operatorName', 'before', 'after', 'asksConsent', 'createdAt'])
    .where('subject', '=', subject)
    .$if(before !== null, (query) => query.where('version', '<', before))
    .orderBy('version', 'desc')
    .limit(CONTENT_VERSIONS_PER_PAGE)
    .execute()
}

/**
 * Returns the content of a subject as a version left it; version 0 is what was before the first one.
 * @throws AppError `settings.version_not_found`
 */
export async function contentOf(db: Queryable, { subject, version }: { subject: string; version: number }) {
  const row = await db
    .selectFrom('contentVersions')
    .select(['before', 'after'])
    .where('subject', '=', subject)
    .where('version', '=', Math.max(1, version))
    .executeTakeFirst()
  if (!row) throw new AppError('settings.version_not_found')
  return version === 0 ? row.before : row.after
}

/** Returns how often members have been asked for their consent again. */
export async function countConsentRounds(db: Queryable) {
  const { rounds } = await db
    .selectFrom('contentVersions')
    .select((eb) => eb.fn.countAll<number>().as('rounds'))
    .where('asksConsent', '=', true)
    .executeTakeFirstOrThrow()
  return rounds
}
