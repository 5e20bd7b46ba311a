import type { FastifyRequest } from 'fastify'
import type { Language } from '#contract/languages.ts'
import { DEVICES_PER_MEMBER, SESSION_MS } from '#contract/limits.ts'
import type { Context } from '#server/platform/context.ts'
import { emit } from '#server/platform/postgres/db.ts'
import { AppError, fieldError } from '#server/platform/errors.ts'
import { hashToken, newId, newToken } from '#server/platform/ids.ts'
import type { Queryable, Tx } from '#server/platform/postgres/tx.ts'
import { countAttempt } from './attempts.ts'
import { accountCreated } from './events.ts'
import { isGuessable } from './password-strength.ts'
import { isRightPassword } from './passwords.ts'
import { deleteOldDevices, renameDevice, saveDevice } from './device-queries.ts'
import * as queries from './queries.ts'
import { emailKey } from './rules.ts'
import { sessionHashOf } from './session-cookie.ts'
import { toViewer, type SessionViewer, type Viewer } from './views.ts'

/** Creates the function that finds the member behind a request by its session cookie. */
export function createIdentify({ config, db, clock }: Pick<Context, 'config' | 'db' | 'clock'>) {
  return async (request: FastifyRequest): Promise<SessionViewer | null> => {
    const sessionHash = sessionHashOf(config, request)
    const row = sessionHash && (await queries.findViewer(db, { sessionHash, now: clock.now() }))
    return row ? toViewer(row) : null
  }
}

interface NewAccount {
  siteId: number
  email: string
  passwordHash: string
  language: Language
  /** Null until the member opens the link of the activation mail. */
  confirmedAt?: Date | null
}

/**
 * Creates an account, in the transaction that also creates its profile. Returns its key.
 * @throws AppError `accounts.email_taken` at the field `email`
 */
export async function createAccount(
  { clock }: Pick<Context, 'clock'>,
  tx: Tx,
  { confirmedAt = null, ...account }: NewAccount,
) {
  const id = newId(clock)
  const user = { ...account, id, emailKey: emailKey(account.email), createdAt: clock.now(), confirmedAt }
  if (!(await queries.insertUser(tx, user))) throw fieldError('email', 'accounts.email_taken')
  await emit(tx, accountCreated, { userId: id, siteId: account.siteId })
  return id
}

/**
 * Checks that an address has no account (ACC-10).
 * @throws AppError `accounts.email_taken` at the field `email`
 */
export async function assertEmailFree({ db }: Pick<Context, 'db'>, email: string) {
  if (await queries.isEmailTaken(db, emailKey(email))) throw fieldError('email', 'accounts.email_taken')
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
 * Checks that a password is not easy to guess (ACC-9). `known`: what others may know about the member, such as the name.
 * @throws AppError `accounts.password_too_common` at the field `password`
 */
export async function assertPassword({ password, known }: { password: string; known: string[] }) {
  if (await isGuessable(password, { known })) throw fieldError('password', 'accounts.password_too_common')
}

/** Creates a session (ACC-1). Returns the token for the cookie; only its hash is stored. */
export async function startSession({ clock }: Pick<Context, 'clock'>, db: Queryable, userId: number) {
  const token = newToken()
  const now = clock.now()
  await queries.insertSession(db, {
    tokenHash: hashToken(token),
    userId,
    createdAt: now,
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
  await queries.deleteSession(db, sessionHash)
  realtime.closeSession(sessionHash)
}

interface Login {
  email: string
  password: string
  ip: string
  /** Hash of the token in the device's cookie, if it has one. */
  deviceHash: Buffer | null
}

/**
 * Checks email and password and starts a session. A missing account and a wrong password give the same reply after the
 * same time (ACC-2).
 * @throws AppError `accounts.login_failed`, `accounts.login_locked` with `{minutes}`, `accounts.disabled`
 */
export async function logIn(
  context: Pick<Context, 'config' | 'db' | 'clock' | 'limiters' | 'mail'>,
  { email, password, ip, deviceHash }: Login,
) {
  const attempt = await countAttempt(context, { email, ip, deviceHash })
  const account = await queries.findLogin(context.db, emailKey(email))
  const isRight = await isRightPassword(password, account?.passwordHash)
  if (!account || !isRight || account.deletedAt) throw await attempt.fail(account)
  await attempt.succeed()
  if (account.disabledAt) throw new AppError('accounts.disabled')
  const token = await startSession(context, context.db, account.id)
  return { userId: account.id, token }
}

/**
 * Remembers the browser as a device of the member (ACC-15). Returns a new token for its cookie; the former one ends, so
 * that a planted or copied cookie is not known for the next member who logs in.
 */
export async function rememberDevice(
  { transaction, clock }: Pick<Context, 'transaction' | 'clock'>,
  { userId, deviceHash }: { userId: number; deviceHash: Buffer | null },
) {
  const token = newToken()
  const tokenHash = hashToken(token)
  await transaction(async (tx) => {
    if (deviceHash) await renameDevice(tx, { from: deviceHash, to: tokenHash })
    await saveDevice(tx, { tokenHash, userId, usedAt: clock.now() })
    await deleteOldDevices(tx, { userId, max: DEVICES_PER_MEMBER })
  })
  return token
}

/** Saves the language of a member, for pages and mails (SHELL-2). */
export async function setLanguage(
  { db }: Pick<Context, 'db'>,
  { viewer, language }: { viewer: Viewer; language: Language },
) {
  await queries.saveLanguage(db, { userId: viewer.userId, language })
}
