import type { ErrorParams } from '#contract/errors.ts'
import type { Context } from '#server/platform/context.ts'
import { AppError } from '#server/platform/errors.ts'
import { checkPassword, countAttempt, type CountedAttempt } from './attempts.ts'
import { failedAt } from './confirm-password.ts'
import { erasureTime, resendRestoreLink } from '#server/features/accounts/deletion/deletion.ts'
import { findKnownDevice } from './device-queries.ts'
import type { PasskeyPlace } from '#server/features/accounts/second-factor/passkey-ceremony.ts'
import { findPasskeyAccount, memberPasskeys } from '#server/features/accounts/second-factor/member-passkey-queries.ts'
import type { PasskeyAnswer } from '#server/features/accounts/second-factor/passkey-store.ts'
import { findClosure, findLogin, lockLogin } from '#server/features/accounts/queries.ts'
import { emailKey } from '#server/features/accounts/rules.ts'
import { findLoginStep, spendLoginStep } from '#server/features/accounts/second-factor/second-factor-queries.ts'
import { secondFactorOf, startLoginStep, spendCode } from '#server/features/accounts/second-factor/second-factor.ts'
import { recordSecurityEvent } from '#server/features/accounts/second-factor/security-events.ts'
import { startSession } from '#server/features/accounts/service.ts'
import type { Device } from './user-agent.ts'

type Deps = Pick<Context, 'config' | 'db' | 'transaction' | 'clock' | 'limiters' | 'mail'>

/** From where a member logs in. */
export interface LoginPlace {
  ip: string
  /** Hash of the token in the device's cookie, if it has one. */
  deviceHash: Buffer | null
  device: Device
  /** A sign-up that is repeated after a lost reply: the device is the member's first. */
  isSignup?: boolean
}

interface PasswordLogin extends LoginPlace {
  email: string
  password: string
  /** The site hides which addresses have an account. */
  hidesAccounts: boolean
}

/** The token of a new session, or of the second step, which opens nothing but the check of the code. */
type LoginOutcome = { userId: number; token: string } | { stepToken: string }

/**
 * Checks email and password. Starts a session or, when the member has a second factor, the second step of the
 * log-in. A missing account and a wrong password give the same reply after the same time (ACC-2), and so does
 * an unconfirmed account where the site hides which addresses have one.
 * @throws AppError `accounts.login_failed`, `accounts.login_locked` with `{minutes}`, `accounts.disabled`,
 * `accounts.pending_deletion`
 */
export async function logIn(
  context: Deps,
  { email, password, hidesAccounts, ...place }: PasswordLogin,
): Promise<LoginOutcome> {
  const attempt = await countAttempt(context, { email, ...place })
  const account = await findLogin(context.db, emailKey(email))
  const isRight = await checkPassword(attempt, password, account?.passwordHash)
  // The log-in must not reveal whether an address that someone signed up had an account (ACC-25).
  const isHidden = hidesAccounts && !account?.confirmedAt
  if (!account || !isRight || isHidden) throw await attempt.fail(account)
  // Of a closed account too: why it was closed is for its member, not for anyone who has the password.
  if (await secondFactorOf(context.db, account.id)) {
    await attempt.postpone()
    return { stepToken: await startLoginStep(context, account.id) }
  }
  return acceptLogin(context, { account, attempt, place })
}

/**
 * Second step: checks the code, which counts as a log-in (ACC-3), and starts the session.
 * @throws `accounts.login_expired`, `accounts.code_wrong`, `accounts.login_locked`, `accounts.disabled`
 */
export async function logInWithCode(
  context: Deps,
  { stepHash, code, ...place }: LoginPlace & { stepHash: Buffer | null; code: string },
) {
  const account = stepHash && (await findLoginStep(context.db, { tokenHash: stepHash, now: context.clock.now() }))
  if (!account) throw new AppError('accounts.login_expired')
  const attempt = await countAttempt(context, { email: account.email, ...place })
  const isRight = await context.transaction(async (tx) => {
    if (!(await spendCode(context, tx, { userId: account.id, code }))) return false
    // It has ended meanwhile: the code was not used.
    if (!(await spendLoginStep(tx, stepHash))) throw new AppError('accounts.login_expired')
    return true
  })
  if (!isRight) throw await failedAt({ field: 'code', code: 'accounts.code_wrong' }, attempt, account.id)
  return acceptLogin(context, { account, attempt, place })
}

/**
 * Logs in with a passkey (ACC-23). Its failures count for the passkey, not for its account; an unknown one
 * counts too, so that the lock does not reveal which exist.
 * @throws AppError `accounts.passkey_failed`, `accounts.login_locked` with `{minutes}`, `accounts.disabled`
 */
export async function logInWithPasskey(
  context: Deps,
  { credential, at, ...place }: LoginPlace & { credential: PasskeyAnswer; at: PasskeyPlace },
) {
  const passkey = await memberPasskeys.find(context.db, { credentialId: credential.id, rpId: at.rpId })
  // Not under the address, which anyone can lock with wrong passwords.
  const attempt = await countAttempt(context, { email: `passkey ${credential.id}`, ...place })
  const counter = await memberPasskeys.verifyLogin(context, { passkey, place: at, credential })
  const use = counter !== null && { credentialId: credential.id, counter, at: context.clock.now() }
  const isRight = use && (await memberPasskeys.saveUse(context.db, use))
  const account = passkey && (await findPasskeyAccount(context.db, passkey.ownerId))
  if (!account || !isRight) {
    const error = await attempt.fail(undefined)
    throw error.code === 'accounts.login_locked' ? error : new AppError('accounts.passkey_failed')
  }
  return acceptLogin(context, { account, attempt, place })
}

interface AcceptedLogin {
  account: { id: number; emailKey: string; passwordHash: string; disabledAt: Date | null; deletedAt: Date | null }
  attempt: CountedAttempt
  place: LoginPlace
}

/** Starts the session of a correct log-in. The owner gets a mail when the device is new (ACC-20). */
async function acceptLogin(context: Deps, { account, attempt, place }: AcceptedLogin) {
  await attempt.succeed()
  if (account.disabledAt) throw new AppError('accounts.disabled', { params: await closureOf(context.db, account.id) })
  if (account.deletedAt) await rejectDeleted(context, { userId: account.id, deletedAt: account.deletedAt })
  const { deviceHash, device, isSignup = false } = place
  const { id: userId } = account
  const deviceKey = deviceHash && { tokenHash: deviceHash, emailKey: account.emailKey }
  const isKnown = isSignup || (deviceKey !== null && (await findKnownDevice(context.db, deviceKey)) !== null)
  const token = await context.transaction(async (tx) => {
    // A new password and a deletion end all sessions: none may start that was checked before.
    if (!(await lockLogin(tx, account))) throw new AppError('accounts.login_failed')
    if (!isKnown) await recordSecurityEvent(context, tx, { userId, kind: 'newDevice', device })
    return startSession(context, tx, userId, device)
  })
  return { userId, token }
}

/** What the member of a closed account learns at a correct log-in: its end, and the reference (ACC-32). */
async function closureOf(db: Context['db'], userId: number) {
  const { disabledUntil, reference } = await findClosure(db, userId)
  const params: ErrorParams = {}
  if (disabledUntil !== null) params['until'] = disabledUntil.toISOString()
  if (reference !== null) params['reference'] = reference
  return params
}

/** The log-in was correct: the member may know of the deletion, and gets the link to undo it (ACC-13). */
async function rejectDeleted(
  context: Pick<Context, 'transaction' | 'clock' | 'mail'>,
  { userId, deletedAt }: { userId: number; deletedAt: Date },
) {
  if (erasureTime(deletedAt) <= context.clock.now()) throw new AppError('accounts.login_failed')
  await resendRestoreLink(context, { userId })
  throw new AppError('accounts.pending_deletion')
}
