import type { FastifyRequest } from 'fastify'
import type { LanguageCode } from '#contract/languages.ts'
import { isSameAsEmail } from '#contract/profiles/names.ts'
import { DEVICES_PER_MEMBER, SESSION_MS, SESSION_USE_MS } from '#contract/limits.ts'
import type { Context } from '#server/platform/context.ts'
import { emit } from '#server/platform/postgres/db.ts'
import { AppError, fieldError } from '#server/platform/errors.ts'
import { hashToken, newId, newToken } from '#server/platform/ids.ts'
import type { Queryable, Tx } from '#server/platform/postgres/tx.ts'
import { accountCreated, deviceRenamed, sessionsEnded } from './events.ts'
import type { Sites } from '#server/features/settings/service.ts'
import { isGuessable } from './recovery/password-strength.ts'
import { isReserved, lockEmails } from './email/mail-change-queries.ts'
import { deleteOldDevices, renameDevice, saveDevice } from './login/device-queries.ts'
import * as queries from './queries.ts'
import { emailKey } from './rules.ts'
import { sessionHashOf } from './sessions/session-cookie.ts'
import {
  deleteSession,
  deleteSessionsOf,
  insertSession,
  saveSessionUse,
  type ViewerRow,
} from './sessions/session-queries.ts'
import type { Device } from './login/user-agent.ts'
import type { ViewerCache } from './sessions/viewer-cache.ts'
import { toViewer, type SessionViewer, type Viewer } from './views.ts'

/**
 * Creates the function that finds the member behind a request by its session cookie. A request that may
 * change something about the member asks the database, so that the next request has what it changed.
 */
export function createIdentify({
  config,
  db,
  clock,
  sites,
  viewers,
}: Pick<Context, 'config' | 'db' | 'clock'> & { sites: Pick<Sites, 'of'>; viewers: ViewerCache }) {
  return async (request: FastifyRequest): Promise<SessionViewer | null> => {
    const sessionHash = sessionHashOf(config, request)
    if (!sessionHash) return null
    const { keepsViewer = request.method === 'GET' } = request.routeOptions.config
    const row = await (keepsViewer ? viewers.find(sessionHash) : viewers.findFresh(sessionHash))
    if (!row) return null
    await touchSession({ db, clock }, { sessionHash, row })
    return toViewer(row, sites.of(request.hostname.toLowerCase()).settings)
  }
}

interface NewAccount {
  siteId: number
  email: string
  passwordHash: string
  language: LanguageCode
  /** Null until the member opens the link of the activation mail. */
  confirmedAt?: Date | null
  /** Default: now. */
  createdAt?: Date
}

/**
 * Creates an account, in the transaction that also creates its profile. Returns its key.
 * @throws AppError `accounts.email_taken`, `accounts.email_pending_deletion` at the field `email`
 */
export async function createAccount(
  { clock }: Pick<Context, 'clock'>,
  tx: Tx,
  { confirmedAt = null, createdAt = clock.now(), ...account }: NewAccount,
) {
  const id = newId(clock)
  const user = { ...account, id, emailKey: emailKey(account.email), createdAt, confirmedAt }
  const isInserted = await queries.insertUser(tx, user)
  if (!isInserted) throw emailTaken(await queries.findLogin(tx, user.emailKey))
  if (await isReserved(tx, { key: user.emailKey, userId: id })) throw emailTaken()
  await emit(tx, accountCreated, { userId: id, siteId: account.siteId })
  return id
}

/** Deletes the sessions of a member but these, and closes their sockets on every node after the commit. */
export async function endSessions(tx: Tx, { userId, except }: { userId: number; except: Buffer[] }) {
  const sessionHashes = await deleteSessionsOf(tx, { userId, except })
  await emit(tx, sessionsEnded, { userId, sessionHashes })
}

/**
 * Checks that an address has no account (ACC-10), and was none's that can still undo a change (ACC-14).
 * @throws AppError `accounts.email_taken`, `accounts.email_pending_deletion` at the field `email`
 */
export async function assertEmailFree(
  { db }: Pick<Context, 'db'>,
  { email, userId = 0 }: { email: string; userId?: number },
) {
  const key = emailKey(email)
  const account = await queries.findLogin(db, key)
  if (account || (await isReserved(db, { key, userId }))) throw emailTaken(account)
}

/**
 * Checks that a name is neither the member's address nor one that a mailed link can still make it: links stay
 * usable whatever the name becomes. Locks the account against concurrent changes of the address.
 * @throws AppError `profiles.name_is_email` at the field `name`
 * Source: PRO-2.
 */
export async function assertNameIsNotEmail(tx: Tx, { userId, name }: { userId: number; name: string }) {
  const emails = await lockEmails(tx, userId)
  if (emails.some((email) => isSameAsEmail({ name, email }))) throw fieldError('name', 'profiles.name_is_email')
}

/** An account that can be restored is named as such (SIGN-7). */
function emailTaken(account?: { disabledAt: Date | null; deletedAt: Date | null }) {
  const isPending = account?.deletedAt && !account.disabledAt
  return fieldError('email', isPending ? 'accounts.email_pending_deletion' : 'accounts.email_taken')
}

/** Returns whether an address is taken: by an account (`ownerId`), or by one that can get it back. */
export async function findOwner({ db }: Pick<Context, 'db'>, email: string) {
  const key = emailKey(email)
  const owner = await queries.findLogin(db, key)
  const reserved = await isReserved(db, { key, userId: 0 })
  return { isTaken: reserved || owner !== undefined, ownerId: owner?.id ?? null }
}

/** Returns whether this email has an account that was created within the last `ms` milliseconds. */
export async function isNewAccount(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  { email, ms }: { email: string; ms: number },
) {
  const account = await queries.findLogin(db, emailKey(email))
  return account !== undefined && clock.now().getTime() - account.createdAt.getTime() < ms
}

/**
 * Checks that a password is hard to guess (ACC-9). `personalTexts`: what others may know of the member.
 * @throws AppError `accounts.password_too_common` at the field `password`
 */
export async function assertPassword({ password, personalTexts }: { password: string; personalTexts: string[] }) {
  if (await isGuessable(password, { personalTexts })) throw fieldError('password', 'accounts.password_too_common')
}

/** Creates a session (ACC-1). Returns the token for the cookie; only its hash is stored. */
export async function startSession(
  { clock }: Pick<Context, 'clock'>,
  db: Queryable,
  userId: number,
  { browser, system }: Device = { browser: null, system: null },
) {
  const token = newToken()
  const now = clock.now()
  await insertSession(db, {
    tokenHash: hashToken(token),
    userId,
    browser,
    system,
    createdAt: now,
    lastUsedAt: now,
    expiresAt: new Date(now.getTime() + SESSION_MS),
  })
  return token
}

/** Deletes a session and closes its sockets on every node (ACC-11). Does nothing when there is none. */
export async function endSession(
  { db, realtime }: Pick<Context, 'db' | 'realtime'>,
  { sessionHash }: { sessionHash: Buffer | null },
) {
  if (!sessionHash) return
  await deleteSession(db, sessionHash)
  realtime.closeSession(sessionHash)
}

/** Stores when a session was last used, at most once in `SESSION_USE_MS`. */
async function touchSession(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  { sessionHash, row }: { sessionHash: Buffer; row: ViewerRow },
) {
  const at = clock.now()
  const storedBefore = new Date(at.getTime() - SESSION_USE_MS)
  if (row.sessionUsedAt >= storedBefore) return
  // The row may be kept in memory for the next requests, which then need not store it again.
  row.sessionUsedAt = at
  await saveSessionUse(db, { sessionHash, at, storedBefore })
}

/**
 * Rejects what a paused member may not do: what others would notice, who must not tell the pause from a
 * deletion, or could not answer (ACC-30). `tests/access/access.int.test.ts` lists the calls.
 */
export function assertNotPaused({ isPaused }: Pick<Viewer, 'isPaused'>) {
  if (isPaused) throw new AppError('accounts.paused')
}

/**
 * Rejects what could send an explicit image, or open one, by a member whose age must be confirmed first
 * (PRO-40). `tests/access/age-checks.int.test.ts` lists the calls.
 */
export function assertAgeAssured({ mustAssureAge }: Pick<Viewer, 'mustAssureAge'>) {
  if (mustAssureAge) throw new AppError('accounts.age_check_needed')
}

/**
 * Remembers the browser as a device of the member (ACC-15). Returns a new token for its cookie; the former
 * one ends, so that a planted or copied cookie is not known for the next member who logs in.
 */
export async function rememberDevice(
  { transaction, clock }: Pick<Context, 'transaction' | 'clock'>,
  { userId, deviceHash }: { userId: number; deviceHash: Buffer | null },
) {
  const token = newToken()
  const tokenHash = hashToken(token)
  await transaction(async (tx) => {
    if (deviceHash) {
      await renameDevice(tx, { from: deviceHash, to: tokenHash })
      await emit(tx, deviceRenamed, { from: deviceHash, to: tokenHash })
    }
    await saveDevice(tx, { tokenHash, userId, usedAt: clock.now() })
    await deleteOldDevices(tx, { userId, max: DEVICES_PER_MEMBER })
  })
  return token
}

/** Saves the language of a member, for pages and mails (SHELL-2). */
export async function setLanguage(
  { db }: Pick<Context, 'db'>,
  { viewer, language }: { viewer: Viewer; language: LanguageCode },
) {
  await queries.saveLanguage(db, { userId: viewer.userId, language })
}
