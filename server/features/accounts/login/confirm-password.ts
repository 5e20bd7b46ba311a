import type { Context } from '#server/platform/context.ts'
import { AppError, fieldError } from '#server/platform/errors.ts'
import type { Tx } from '#server/platform/postgres/tx.ts'
import { checkPassword, countAttempt, type CountedAttempt } from './attempts.ts'
import { findCredentials, lockAccount, lockForChange } from '#server/features/accounts/queries.ts'
import { hasSession } from '#server/features/accounts/sessions/session-queries.ts'
import type { Viewer } from '#server/features/accounts/views.ts'

/** What confirms that the owner sits in front of a logged-in browser. */
export interface Confirmation {
  userId: number
  password: string
  ip: string
  deviceHash: Buffer | null
}

type WrongInput = 'accounts.password_wrong' | 'accounts.old_password_wrong' | 'accounts.code_wrong'

type Deps = Pick<Context, 'config' | 'db' | 'limiters' | 'mail'>

/**
 * Checks the password of a logged-in member, who may be another person at an unlocked computer. It counts as
 * a log-in, so that passwords cannot be tried here instead (ACC-3). Returns the account, and the attempt,
 * which the caller ends when everything else was right too.
 * @throws AppError `accounts.password_wrong` at `password`, `accounts.login_locked` with `{minutes}`
 */
export async function confirmPassword(context: Deps, { userId, password, ip, deviceHash }: Confirmation) {
  const account = await findCredentials(context.db, userId)
  const attempt = await countAttempt(context, { email: account.email, ip, deviceHash })
  if (!(await checkPassword(attempt, password, account.passwordHash)))
    throw await failedAt({ field: 'password', code: 'accounts.password_wrong' }, attempt, userId)
  return { account, attempt }
}

/**
 * Checks, in the transaction of a change, that the password that confirmed it is still the account's: a reset
 * or a change has ended what was started with the old one (ACC-21). Locks the account.
 * @throws AppError `accounts.password_wrong` at the field `password`
 */
export async function assertStillConfirmed(tx: Tx, account: { id: number; passwordHash: string }) {
  if (!(await lockForChange(tx, account))) throw fieldError('password', 'accounts.password_wrong')
}

/**
 * Checks the same for a change that only the session confirms: a reset in between has ended it. Locks the
 * account and returns what `lockAccount` returns.
 * @throws AppError `authentication_required`
 */
export async function assertStillLoggedIn(tx: Tx, { userId, sessionHash }: Pick<Viewer, 'userId' | 'sessionHash'>) {
  const account = await lockAccount(tx, userId)
  if (!(await hasSession(tx, sessionHash))) throw new AppError('authentication_required')
  return account
}

/**
 * Checks that the address is confirmed: until then the account may be a stranger's.
 * @throws AppError `accounts.unconfirmed`
 */
export function assertConfirmed({ confirmedAt }: { confirmedAt: Date | null }) {
  if (!confirmedAt) throw new AppError('accounts.unconfirmed')
}

/** Returns the error of a failed attempt: the lock, or the code at its field. */
export async function failedAt(
  { field, code }: { field: string; code: WrongInput },
  attempt: CountedAttempt,
  userId: number,
) {
  const error = await attempt.fail({ id: userId }, { isCode: code === 'accounts.code_wrong' })
  return error.code === 'accounts.login_locked' ? error : fieldError(field, code)
}
