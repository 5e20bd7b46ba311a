import { LOGIN_STEP_MS, SECOND_FACTOR_SETUP_MS } from '#contract/limits.ts'
import type { Context } from '#server/platform/context.ts'
import { decrypt, encrypt } from '#server/platform/encryption.ts'
import { AppError, fieldError } from '#server/platform/errors.ts'
import { hashToken, newToken } from '#server/platform/ids.ts'
import type { Queryable, Tx } from '#server/platform/postgres/tx.ts'
import {
  assertConfirmed,
  assertStillConfirmed,
  assertStillLoggedIn,
  confirmPassword,
  failedAt,
  type Confirmation,
} from '#server/features/accounts/login/confirm-password.ts'
import { hashRecoveryCode, hasRecoveryCodeLength, newRecoveryCodes } from './recovery-codes.ts'
import * as queries from './second-factor-queries.ts'
import { recordSecurityEvent } from './security-events.ts'
import { newTotpSecret, periodOfCode, totpSetup } from './totp.ts'
import type { Device } from '#server/features/accounts/login/user-agent.ts'
import type { Viewer } from '#server/features/accounts/views.ts'

type Deps = Pick<Context, 'config' | 'db' | 'transaction' | 'clock' | 'limiters' | 'mail'>

/** Returns since when log-ins need a code, and how many recovery codes are left; null without one. */
export async function secondFactorOf(db: Queryable, userId: number) {
  const row = await queries.findSecondFactor(db, userId)
  if (!row?.confirmedAt) return null
  return { since: row.confirmedAt.toISOString(), recoveryCodesLeft: row.recoveryCodesLeft ?? 0 }
}

/**
 * Makes a secret that waits for its first code (ACC-22).
 * @throws AppError `accounts.password_wrong`, `accounts.login_locked`, `accounts.unconfirmed`,
 * `accounts.second_factor_changed`: it is on already
 */
export async function startSecondFactor(context: Deps, input: Confirmation & { issuer: string }) {
  const { account, attempt } = await confirmPassword(context, input)
  await attempt.succeed()
  assertConfirmed(account)
  const { userId, issuer } = input
  const secret = newTotpSecret()
  const row = {
    userId,
    secret: encrypt(context.config, { ...sealOf(userId), plain: secret }),
    createdAt: context.clock.now(),
  }
  await context.transaction(async (tx) => {
    await assertStillConfirmed(tx, account)
    if (!(await queries.insertSecret(tx, row))) throw new AppError('accounts.second_factor_changed')
  })
  return totpSetup({ secret, issuer, label: account.email })
}

/**
 * Turns the second factor on with its first code, and mails the member. Returns the recovery codes.
 * @throws AppError `accounts.code_wrong`, `accounts.unconfirmed`, `accounts.second_factor_changed` (already
 * on, or the secret is too old)
 */
export async function turnOnSecondFactor(
  context: Deps,
  { viewer, code, device }: { viewer: Viewer; code: string; device: Device },
) {
  const { userId } = viewer
  const now = context.clock.now()
  const codes = newRecoveryCodes()
  await context.transaction(async (tx) => {
    assertConfirmed(await assertStillLoggedIn(tx, viewer))
    const factor = await queries.lockSecondFactor(tx, userId)
    const oldest = now.getTime() - SECOND_FACTOR_SETUP_MS
    if (!factor || factor.confirmedAt || factor.createdAt.getTime() < oldest)
      throw new AppError('accounts.second_factor_changed')
    const secret = decryptSecret(context, { userId, secret: factor.secret })
    const period = periodOfCode({ secret, code: digitsOf(code), now })
    if (period === null) throw fieldError('code', 'accounts.code_wrong')
    await queries.savePeriod(tx, { userId, lastPeriod: period })
    await queries.confirmSecret(tx, { userId, at: now })
    await saveRecoveryCodes(context, tx, { userId, codes })
    await recordSecurityEvent(context, tx, { userId, kind: 'secondFactorOn', device })
  })
  return codes
}

type Change = Confirmation & { code: string }

/**
 * Turns the second factor off, and mails the member.
 * @throws AppError `accounts.password_wrong`, `accounts.code_wrong`, `accounts.login_locked`
 */
export async function turnOffSecondFactor(context: Deps, { device, ...input }: Change & { device: Device }) {
  const { userId } = input
  await confirmByBoth(context, input, async (tx) => {
    await queries.deleteSecondFactor(tx, userId)
    await recordSecurityEvent(context, tx, { userId, kind: 'secondFactorOff', device })
  })
}

/** Replaces the recovery codes. Returns the new ones. @throws AppError as `turnOffSecondFactor` */
export async function renewRecoveryCodes(context: Deps, input: Change) {
  const codes = newRecoveryCodes()
  await confirmByBoth(context, input, (tx) => saveRecoveryCodes(context, tx, { userId: input.userId, codes }))
  return codes
}

/** Checks password and code as one log-in, then makes the change in the transaction that uses the code. */
async function confirmByBoth(context: Deps, input: Change, change: (tx: Tx) => Promise<void>) {
  const { account, attempt } = await confirmPassword(context, input)
  const isRight = await context.transaction(async (tx) => {
    await assertStillConfirmed(tx, account)
    if (!(await spendCode(context, tx, input))) return false
    await change(tx)
    return true
  })
  if (!isRight) throw await failedAt({ field: 'code', code: 'accounts.code_wrong' }, attempt, input.userId)
  await attempt.succeed()
}

/**
 * Uses a code of the authenticator app or a recovery code up. Returns false when it is wrong, or was used
 * before: the lock on the row makes a second request with the same code wait and then fail.
 */
export async function spendCode(
  context: Pick<Context, 'config' | 'clock'>,
  tx: Tx,
  { userId, code }: { userId: number; code: string },
) {
  const factor = await queries.lockSecondFactor(tx, userId)
  if (!factor?.confirmedAt) return false
  if (hasRecoveryCodeLength(code))
    return queries.spendRecoveryCode(tx, { userId, codeHash: hashRecoveryCode(context.config, { userId, code }) })
  const secret = decryptSecret(context, { userId, secret: factor.secret })
  const period = periodOfCode({ secret, code: digitsOf(code), now: context.clock.now() })
  if (period === null || period <= factor.lastPeriod) return false
  await queries.savePeriod(tx, { userId, lastPeriod: period })
  return true
}

/** Starts the second step of a log-in. Returns the token for its cookie; only its hash is stored. */
export async function startLoginStep({ db, clock }: Pick<Context, 'db' | 'clock'>, userId: number) {
  const token = newToken()
  const expiresAt = new Date(clock.now().getTime() + LOGIN_STEP_MS)
  await queries.insertLoginStep(db, { tokenHash: hashToken(token), userId, expiresAt })
  return token
}

async function saveRecoveryCodes(
  { config }: Pick<Context, 'config'>,
  tx: Tx,
  { userId, codes }: { userId: number; codes: string[] },
) {
  const hashes = codes.map((code) => hashRecoveryCode(config, { userId, code }))
  await queries.replaceRecoveryCodes(tx, { userId, hashes })
}

const purpose = 'second factors'

/** Returns what `encrypt` and `decrypt` need for the secret of a member. */
export function sealOf(userId: number) {
  return { purpose, owner: String(userId) }
}

function decryptSecret({ config }: Pick<Context, 'config'>, { userId, secret }: { userId: number; secret: Buffer }) {
  return decrypt(config, { ...sealOf(userId), data: secret })
}

/** Authenticator apps show their codes in two groups. */
function digitsOf(code: string) {
  return code.replaceAll(/\s/g, '')
}
