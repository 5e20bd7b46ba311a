import { createHmac } from 'node:crypto'
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
import { isKnownDevice } from './device-queries.ts'
import { emailKey, networkOf } from './rules.ts'

type Deps = Pick<Context, 'config' | 'db' | 'limiters' | 'mail'>

interface AttemptInput {
  email: string
  ip: string
  /** Hash of the token in the device's cookie, if it has one. */
  deviceHash: Buffer | null
}

export interface CountedAttempt {
  /** Records that the password was wrong: locks what has too many failures. Returns the error that answers it. */
  fail(account: { id: number } | undefined): Promise<AppError>
  /** Records that the password was right. */
  succeed(): Promise<void>
}

/**
 * Counts an attempt to log in, before the password is checked (ACC-3). A device on which the account has logged in before
 * has a counter of its own, so that failures elsewhere do not lock it (ACC-15). An email address without an account is
 * counted like any other, so that the lock does not reveal which accounts exist.
 * @throws AppError `accounts.login_locked` with `{minutes}`
 */
export async function countAttempt(context: Deps, input: AttemptInput): Promise<CountedAttempt> {
  const { deviceHash } = input
  const account = emailKey(input.email)
  const isKnown = deviceHash !== null && (await isKnownDevice(context.db, { tokenHash: deviceHash, emailKey: account }))
  return isKnown
    ? countOnDevice(context, hashOf(context, `${deviceHash.toString('hex')} ${account}`))
    : countElsewhere(context, { account, network: networkOf(input.ip) })
}

async function countOnDevice({ limiters }: Deps, key: string): Promise<CountedAttempt> {
  const devices = createFailureCounter(limiters, { name: 'device', max: LOGIN_FAILURES_BEFORE_LOCK })
  const isLast = await devices.count(key)
  return {
    fail: async () => (isLast ? locked(await devices.lock(key)) : new AppError('accounts.login_failed')),
    succeed: () => devices.clear(key),
  }
}

/**
 * Counts per account, and per network the accounts that failed. A network is forgiven an account once its password was
 * right, so that members behind one address do not lock each other.
 */
async function countElsewhere(
  context: Deps,
  { account, network }: { account: string; network: string },
): Promise<CountedAttempt> {
  const { limiters } = context
  const accounts = createFailureCounter(limiters, { name: 'account', max: LOGIN_FAILURES_BEFORE_LOCK })
  const networks = createFailureCounter(limiters, { name: 'network', max: LOGIN_ACCOUNTS_PER_ADDRESS })
  const pairs = limiters.of({ name: 'pair', table, points: 1, durationMs: LOGIN_LOCK_MINUTES * MINUTE })
  const accountKey = hashOf(context, `account:${account}`)
  const networkKey = hashOf(context, `network:${network}`)
  const pairKey = hashOf(context, `pair:${network} ${account}`)

  await networks.assertOpen(networkKey)
  const isFirstOfPair = (await pairs.penalty(pairKey)).consumedPoints === 1
  const isLastOfNetwork = isFirstOfPair && (await networks.count(networkKey))
  const isLastOfAccount = await accounts.count(accountKey)

  return {
    async fail(owner) {
      const minutes = [
        ...(isLastOfAccount ? [await accounts.lock(accountKey)] : []),
        ...(isLastOfNetwork ? [await networks.lock(networkKey)] : []),
      ]
      if (isLastOfAccount) await mailOwner(context, { accountKey, userId: owner?.id })
      return minutes.length > 0 ? locked(Math.max(...minutes)) : new AppError('accounts.login_failed')
    },
    async succeed() {
      await accounts.clear(accountKey)
      if (await pairs.delete(pairKey)) await networks.forgive(networkKey)
    },
  }
}

/**
 * Mails the member that the log-in of the account is locked, once within `LOGIN_LOCK_MAIL_MS`. An address without an
 * account causes the same work: a mail to no one, which is dropped when it is built.
 */
async function mailOwner(
  { db, mail, limiters }: Deps,
  { accountKey, userId = 0 }: { accountKey: string; userId: number | undefined },
) {
  const mails = limiters.of({ name: 'lock-mail', table, points: 1, durationMs: LOGIN_LOCK_MAIL_MS })
  const { consumedPoints } = await mails.penalty(accountKey)
  if (consumedPoints === 1) await mail.send(db, { template: 'loginLock', userId })
}

/** Uses a secret key, because there are few enough addresses to hash them all. */
function hashOf({ config: { secret } }: Pick<Context, 'config'>, text: string) {
  return createHmac('sha256', secret).update(text).digest('hex')
}
