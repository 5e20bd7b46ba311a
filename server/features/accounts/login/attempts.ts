import {
  LOGIN_ACCOUNTS_PER_ADDRESS,
  LOGIN_FAILURES_BEFORE_LOCK,
  LOGIN_LOCK_MAIL_MS,
  LOGIN_LOCK_MINUTES,
} from '#contract/limits.ts'
import { MINUTE } from '#contract/time.ts'
import type { Context } from '#server/platform/context.ts'
import { AppError } from '#server/platform/errors.ts'
import { createFailureCounter, locked, table } from './failure-counter.ts'
import { findKnownDevice } from './device-queries.ts'
import { keyedHash } from '#server/features/accounts/keyed-hash.ts'
import { isRightPassword } from '#server/features/accounts/recovery/passwords.ts'
import { emailKey, networkOf } from '#server/features/accounts/rules.ts'

type Deps = Pick<Context, 'config' | 'db' | 'limiters' | 'mail'>

interface AttemptInput {
  email: string
  ip: string
  /** Hash of the token in the device's cookie, if it has one. */
  deviceHash: Buffer | null
}

export interface CountedAttempt {
  /**
   * Records that password, code or passkey was wrong: locks what has too many failures. Returns the error
   * that answers it. `isCode`: the password was right, which the mail about the lock reports.
   */
  fail(account: { id: number } | undefined, options?: { isCode: boolean }): Promise<AppError>
  /** Records that the log-in was right. */
  succeed(): Promise<void>
  /** Takes the attempt back: the password was right and the code is missing. Earlier failures stay. */
  postpone(): Promise<void>
  /** Takes the attempt back as if it had not been made: nothing was checked. */
  withdraw(): Promise<void>
}

/**
 * Counts a log-in before its password is checked (ACC-3). A device that the account has used has its own
 * counter, so that failures elsewhere do not lock it (ACC-15). Addresses without an account are counted like
 * others, so that the lock does not reveal which accounts exist.
 * @throws AppError `accounts.login_locked` with `{minutes}`
 */
export async function countAttempt(context: Deps, input: AttemptInput): Promise<CountedAttempt> {
  const { deviceHash } = input
  const account = emailKey(input.email)
  const deviceKey = deviceHash && { tokenHash: deviceHash, emailKey: account }
  const deviceId = deviceKey && (await findKnownDevice(context.db, deviceKey))
  return deviceId !== null
    ? // Not under its token, which another member gets replaced by logging in there.
      countOnDevice(context, keyedHash(context, `device:${deviceId}`))
    : countElsewhere(context, { account, network: networkOf(input.ip) })
}

async function countOnDevice({ limiters }: Deps, key: string): Promise<CountedAttempt> {
  const devices = createFailureCounter(limiters, { name: 'device', max: LOGIN_FAILURES_BEFORE_LOCK })
  const isLast = await devices.count(key)
  return {
    fail: async () => (isLast ? locked(await devices.lock(key)) : new AppError('accounts.login_failed')),
    succeed: () => devices.clear(key),
    postpone: () => devices.forgive(key),
    withdraw: () => devices.withdraw(key),
  }
}

/**
 * Counts per account, and per network the accounts that failed. A network is forgiven an account once its
 * password was right, so that members behind one address do not lock each other.
 */
async function countElsewhere(
  context: Deps,
  { account, network }: { account: string; network: string },
): Promise<CountedAttempt> {
  const { limiters } = context
  const accounts = createFailureCounter(limiters, { name: 'account', max: LOGIN_FAILURES_BEFORE_LOCK })
  const networks = createFailureCounter(limiters, { name: 'network', max: LOGIN_ACCOUNTS_PER_ADDRESS })
  const pairs = limiters.of({ name: 'pair', table, points: 1, durationMs: LOGIN_LOCK_MINUTES * MINUTE })
  const accountKey = keyedHash(context, `account:${account}`)
  const networkKey = keyedHash(context, `network:${network}`)
  const pairKey = keyedHash(context, `pair:${network} ${account}`)

  await networks.assertOpen(networkKey)
  const isFirstOfPair = (await pairs.penalty(pairKey)).consumedPoints === 1
  const isLastOfNetwork = isFirstOfPair && (await networks.count(networkKey))
  const isLastOfAccount = await accounts.count(accountKey)

  return {
    async fail(owner, { isCode = false } = { isCode: false }) {
      const minutes = [
        ...(isLastOfAccount ? [await accounts.lock(accountKey)] : []),
        ...(isLastOfNetwork ? [await networks.lock(networkKey)] : []),
      ]
      if (isLastOfAccount) await mailOwner(context, { accountKey, userId: owner?.id, isCode })
      return minutes.length > 0 ? locked(Math.max(...minutes)) : new AppError('accounts.login_failed')
    },
    async succeed() {
      await accounts.clear(accountKey)
      if (await pairs.delete(pairKey)) await networks.forgive(networkKey)
    },
    // The network's count stays until the code is right.
    postpone: () => accounts.forgive(accountKey),
    async withdraw() {
      await accounts.withdraw(accountKey)
      if (isFirstOfPair && (await pairs.delete(pairKey))) await networks.withdraw(networkKey)
    },
  }
}

/**
 * Checks the password of a counted attempt. One that cannot be checked, because too many others are, does not
 * count: it must not lock the account of a member who tries again.
 * @throws AppError `request.busy`
 */
export async function checkPassword(attempt: CountedAttempt, password: string, passwordHash: string | undefined) {
  try {
    return await isRightPassword(password, passwordHash)
  } catch (error) {
    await attempt.withdraw()
    throw error
  }
}

/**
 * Mails the member that the log-in of the account is locked, once within `LOGIN_LOCK_MAIL_MS` for each cause.
 * An address without an account causes the same work: a mail to no one, which is dropped when it is built.
 */
async function mailOwner(
  { db, mail, limiters }: Deps,
  { accountKey, userId = 0, isCode }: { accountKey: string; userId: number | undefined; isCode: boolean },
) {
  // Counted apart, so that wrong passwords before do not suppress the report that the right one is known.
  const mails = limiters.of({
    name: isCode ? 'code-lock-mail' : 'lock-mail',
    table,
    points: 1,
    durationMs: LOGIN_LOCK_MAIL_MS,
  })
  const { consumedPoints } = await mails.penalty(accountKey)
  if (consumedPoints === 1)
    await mail.send(db, { template: 'loginLock', userId, ...(isCode && { about: { wrong: 'code' } }) })
}

/** Ends the lock of an account for unknown devices, after its owner has proven the address (ACC-12). */
export async function clearLock(context: Pick<Context, 'config' | 'limiters'>, { email }: { email: string }) {
  const accounts = createFailureCounter(context.limiters, { name: 'account', max: LOGIN_FAILURES_BEFORE_LOCK })
  await accounts.clear(keyedHash(context, `account:${emailKey(email)}`))
}
