import { createHmac } from 'node:crypto'
import type { Context } from '#server/platform/context.ts'
import { AppError } from '#server/platform/errors.ts'
import { deleteAttempts, lockAttempts, saveAttempts } from './queries.ts'
import { emailKey, minutesLeft, nextAttempt, undoAttempt, type Attempts } from './rules.ts'

type Deps = Pick<Context, 'config' | 'db' | 'transaction' | 'clock'>

interface AttemptInput {
  email: string
  ip: string
}

export interface CountedAttempt {
  /** Creates the error that answers a wrong password. */
  failure(): AppError
  /** Records that the password was right: clears the failures of the account, and takes this attempt off the address. */
  succeed(): Promise<void>
}

/**
 * Counts an attempt to log in, per account and per network address, before the password is checked (ACC-3). An email
 * address without an account is counted like any other, so that the lock does not reveal which accounts exist.
 * @throws AppError `accounts.login_locked` with `{minutes}`
 */
export async function countAttempt(context: Deps, { email, ip }: AttemptInput): Promise<CountedAttempt> {
  const { config, clock } = context
  const addressKey = hashOf(config, `address:${ip}`)
  const accountKey = hashOf(config, `account:${emailKey(email)}`)
  const byAddress = await count(context, addressKey)
  const byAccount = await count(context, accountKey)
  const locks = [byAddress.lockedUntil, byAccount.lockedUntil].filter((lock) => lock !== null)

  return {
    failure() {
      const last = locks.toSorted((one, other) => other.getTime() - one.getTime())[0]
      return last ? locked(last, clock.now()) : new AppError('accounts.login_failed')
    },
    async succeed() {
      await deleteAttempts(context.db, accountKey)
      await context.transaction(async (tx) => {
        const current = await lockAttempts(tx, { key: addressKey, now: clock.now() })
        if (current) await saveAttempts(tx, { key: addressKey, attempts: undoAttempt(current, byAddress) })
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

/** Uses a secret key, because there are few enough addresses to hash them all. */
function hashOf({ secret }: Context['config'], text: string) {
  return createHmac('sha256', secret).update(text).digest()
}
