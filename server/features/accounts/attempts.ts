import { createHmac } from 'node:crypto'
import type { Context } from '#server/platform/context.ts'
import { AppError } from '#server/platform/errors.ts'
import { forgetAttempts, lockAttempts, saveAttempts } from './queries.ts'
import { emailKey, forgive, minutesLeft, nextAttempt, type Attempts } from './rules.ts'

type Deps = Pick<Context, 'config' | 'db' | 'transaction' | 'clock'>

interface Who {
  email: string
  ip: string
}

export interface CountedAttempt {
  /** What a wrong password is answered with. */
  refusal(): AppError
  /** The password was right: the account starts afresh, the address has this one attempt back. */
  succeed(): Promise<void>
}

/**
 * Counts an attempt to log in, under the address of the account and under that of the network, before the password is
 * looked at. Accounts that do not exist are counted like any other.
 * @throws AppError `accounts.login_locked` with `{minutes}`
 */
export async function countAttempt(context: Deps, { email, ip }: Who): Promise<CountedAttempt> {
  const { config, clock } = context
  const addressKey = hashOf(config, `address:${ip}`)
  const accountKey = hashOf(config, `account:${emailKey(email)}`)
  const byAddress = await count(context, addressKey)
  const byAccount = await count(context, accountKey)
  const locks = [byAddress.lockedUntil, byAccount.lockedUntil].filter((lock) => lock !== null)

  return {
    refusal() {
      const last = locks.toSorted((one, other) => other.getTime() - one.getTime())[0]
      return last ? locked(last, clock.now()) : new AppError('accounts.login_failed')
    },
    async succeed() {
      await forgetAttempts(context.db, accountKey)
      await context.transaction(async (tx) => {
        const current = await lockAttempts(tx, { key: addressKey, now: clock.now() })
        if (current) await saveAttempts(tx, { key: addressKey, attempts: forgive(current, byAddress) })
      })
    },
  }
}

async function count({ transaction, clock }: Deps, key: Buffer): Promise<Attempts> {
  const now = clock.now()
  const { mayTry, ...attempts } = await transaction(async (tx) => {
    const next = nextAttempt(await lockAttempts(tx, { key, now }), now)
    await saveAttempts(tx, { key, attempts: next })
    return next
  })
  if (!mayTry && attempts.lockedUntil) throw locked(attempts.lockedUntil, now)
  return attempts
}

function locked(until: Date, now: Date) {
  return new AppError('accounts.login_locked', { params: { minutes: minutesLeft(until, now) } })
}

/** With a key, since there are few enough addresses to try them all. */
function hashOf({ secret }: Context['config'], text: string) {
  return createHmac('sha256', secret).update(text).digest()
}
