import type { Context } from '#server/platform/context.ts'
import { fieldError } from '#server/platform/errors.ts'
import { countAttempt, type CountedAttempt } from './attempts.ts'
import { isRightPassword } from './passwords.ts'
import { findCredentials } from './queries.ts'

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
 * Checks the password of a logged-in member, who may be another person at an unlocked computer. It counts as a
 * log-in, so that passwords cannot be tried here instead (ACC-3).
 * Returns the account, and the attempt, which the caller ends when everything else was right too.
 * @throws AppError `accounts.password_wrong` at the field `password`, `accounts.login_locked` with `{minutes}`
 */
export async function confirmPassword(context: Deps, { userId, password, ip, deviceHash }: Confirmation) {
  const account = await findCredentials(context.db, userId)
  const attempt = await countAttempt(context, { email: account.email, ip, deviceHash })
  if (!(await isRightPassword(password, account.passwordHash)))
    throw await failedAt({ field: 'password', code: 'accounts.password_wrong' }, attempt, userId)
  return { account, attempt }
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
