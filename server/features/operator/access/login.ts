import { LOGIN_STEP_MS, OPERATOR_CONFIRMATION_MS, OPERATOR_SESSION_MS } from '#contract/limits.ts'
import type { AppContext } from '#server/context.ts'
import { checkPassword, countAttempt } from '#server/features/accounts/login/attempts.ts'
import type { Device } from '#server/features/accounts/login/user-agent.ts'
import { emailKey } from '#server/features/accounts/rules.ts'
import { newTotpSecret, periodOfCode, totpSetup } from '#server/features/accounts/second-factor/totp.ts'
import { decrypt, encrypt } from '#server/platform/encryption.ts'
import { AppError, fieldError } from '#server/platform/errors.ts'
import type { RequestOperator } from '#server/platform/http/callers.ts'
import { hashToken, newToken } from '#server/platform/ids.ts'
import type { Tx } from '#server/platform/postgres/tx.ts'
import { recordAct } from '../audit/record.ts'
import * as queries from './queries.ts'

type Deps = Pick<AppContext, 'config' | 'db' | 'transaction' | 'clock' | 'limiters' | 'mail'>

/**
 * First step of the log-in (OPER-3): checks the password, with the counts and locks of members' log-ins. An
 * operator without a second factor gets the secret of one. Returns the token of the second step.
 * @throws AppError `accounts.login_failed`, `accounts.login_locked` with `{minutes}`
 */
export async function startLogin(
  context: Deps,
  { email, password, ip }: { email: string; password: string; ip: string },
) {
  const attempt = await countAttempt(context, attemptOf({ email, ip }))
  const operator = await queries.findLogin(context.db, emailKey(email))
  const isRight = await checkPassword(attempt, password, operator?.passwordHash ?? undefined)
  if (!operator || !isRight || operator.disabledAt) {
    const subject = operator && { subject: { kind: 'operator' as const, id: operator.id } }
    await recordAct(context.db, { operator: null, act: 'login_failed', details: { step: 'password' }, ...subject })
    throw await attempt.fail(undefined)
  }
  await attempt.postpone()
  return context.transaction((tx) => startCodeStep(context, tx, operator))
}

/** Not the members' counts of the same address. */
export function attemptOf({ email, ip }: { email: string; ip: string }) {
  return attemptAs(emailKey(email), ip)
}

/** What is tried to log in with, beside an address. */
export function attemptAs(name: string, ip: string) {
  return { email: `operator ${name}`, ip, deviceHash: null }
}

/** Starts the second step of an operator whose password, or link, was right. */
export async function startCodeStep(
  { config, clock }: Pick<Deps, 'config' | 'clock'>,
  tx: Tx,
  operator: { id: string; email: string; totpSecret: Buffer | null },
) {
  const token = newToken()
  const secret = operator.totpSecret ? null : newTotpSecret()
  await queries.insertStep(tx, {
    tokenHash: hashToken(token),
    operatorId: operator.id,
    newTotpSecret: secret && encrypt(config, sealOf(operator.id, secret)),
    expiresAt: new Date(clock.now().getTime() + LOGIN_STEP_MS),
  })
  const setup =
    secret && totpSetup({ secret, issuer: `${new URL(config.publicUrl).host} console`, label: operator.email })
  return { token, setup }
}

/**
 * Second step: checks the code, stores the secret of a new second factor, and starts the session, which
 * counts as a confirmation of the password.
 * @throws AppError `accounts.login_expired`, `accounts.code_wrong`, `accounts.login_locked`
 */
export async function finishLogin(
  context: Deps,
  { stepHash, code, ip, device }: { stepHash: Buffer | null; code: string; ip: string; device: Device },
) {
  const now = context.clock.now()
  const step = stepHash && (await queries.findStep(context.db, { tokenHash: stepHash, now }))
  if (!step) throw new AppError('accounts.login_expired')
  const attempt = await countAttempt(context, attemptOf({ email: step.email, ip }))
  const outcome = await context.transaction(async (tx) => {
    const operator = await queries.lockOperator(tx, step.id)
    // A new password, a reset and a disabled account end what was started before.
    if (!operator || operator.disabledAt || operator.passwordHash !== step.passwordHash) return 'ended'
    const sealed = operator.totpSecret ?? step.newTotpSecret
    if (!sealed) return 'ended'
    const period = periodOfCode({ secret: decrypt(context.config, { ...sealOf(step.id), data: sealed }), code, now })
    if (period === null || period <= operator.totpLastPeriod) return 'wrong'
    if (!(await queries.spendStep(tx, stepHash))) return 'ended'
    const isNew = operator.totpSecret === null
    await queries.saveCodePeriod(tx, {
      operatorId: step.id,
      totpLastPeriod: period,
      ...(isNew && { totpSecret: sealed }),
    })
    const token = await startSession(context, tx, { operatorId: step.id, device, isConfirmed: true })
    const entry = { operator: { operatorId: step.id }, subject: { kind: 'operator', id: step.id } } as const
    if (isNew) await recordAct(tx, { ...entry, act: 'second_factor_set' })
    await recordAct(tx, { ...entry, act: 'logged_in', details: { ...device } })
    return { token }
  })
  if (outcome === 'ended') throw new AppError('accounts.login_expired')
  if (outcome === 'wrong') {
    const subject = { kind: 'operator' as const, id: step.id }
    await recordAct(context.db, { operator: null, act: 'login_failed', subject, details: { step: 'code' } })
    const error = await attempt.fail(undefined)
    throw error.code === 'accounts.login_locked' ? error : fieldError('code', 'accounts.code_wrong')
  }
  await attempt.succeed()
  return outcome.token
}

/**
 * Starts a session (OPER-4), in which the password counts as confirmed if it was entered now. Returns the
 * token for the cookie; only its hash is stored.
 */
export async function startSession(
  { clock }: Pick<Deps, 'clock'>,
  tx: Tx,
  { operatorId, device, isConfirmed }: { operatorId: string; device: Device; isConfirmed: boolean },
) {
  const token = newToken()
  const now = clock.now()
  await queries.insertSession(tx, {
    tokenHash: hashToken(token),
    operatorId,
    ...device,
    createdAt: now,
    expiresAt: new Date(now.getTime() + OPERATOR_SESSION_MS),
    confirmedAt: isConfirmed ? now : new Date(0),
  })
  return token
}

/**
 * Confirms the password of a session (OPER-5). It counts as a log-in, so that passwords cannot be tried here.
 * Returns until when it counts.
 * @throws AppError `accounts.password_wrong` at `password`, `accounts.login_locked` with `{minutes}`
 */
export async function confirmPassword(
  context: Deps,
  { operator, password, ip }: { operator: RequestOperator; password: string; ip: string },
) {
  const { email, passwordHash } = await queries.findCredentials(context.db, operator.operatorId)
  const attempt = await countAttempt(context, attemptOf({ email, ip }))
  if (!(await checkPassword(attempt, password, passwordHash ?? undefined))) {
    const error = await attempt.fail(undefined)
    throw error.code === 'accounts.login_locked' ? error : fieldError('password', 'accounts.password_wrong')
  }
  await attempt.succeed()
  const at = context.clock.now()
  await context.transaction(async (tx) => {
    await queries.saveConfirmation(tx, { tokenHash: operator.tokenHash, at })
    await recordAct(tx, { operator, act: 'password_confirmed' })
  })
  return new Date(at.getTime() + OPERATOR_CONFIRMATION_MS)
}

export async function logOut({ transaction }: Pick<Deps, 'transaction'>, operator: RequestOperator) {
  await transaction(async (tx) => {
    await queries.deleteSession(tx, operator.tokenHash)
    await recordAct(tx, { operator, act: 'logged_out' })
  })
}

/** Returns what `encrypt` and `decrypt` need for the secret of an operator. */
export function sealOf(operatorId: string): { purpose: string; owner: string }
export function sealOf(operatorId: string, plain: Buffer): { purpose: string; owner: string; plain: Buffer }
export function sealOf(operatorId: string, plain?: Buffer) {
  return { purpose: 'second factors of operators', owner: operatorId, ...(plain && { plain }) }
}
