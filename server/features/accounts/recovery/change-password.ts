import type { Context } from '#server/platform/context.ts'
import { fieldError } from '#server/platform/errors.ts'
import { checkPassword, countAttempt } from '#server/features/accounts/login/attempts.ts'
import { failedAt } from '#server/features/accounts/login/confirm-password.ts'
import { isBeingCorrectedBy, withdrawStarted } from '#server/features/accounts/email/mail-change-queries.ts'
import { isGuessable } from './password-strength.ts'
import { hashPassword } from './passwords.ts'
import { findCredentials, replacePassword } from '#server/features/accounts/queries.ts'
import { recordSecurityEvent } from '#server/features/accounts/second-factor/security-events.ts'
import { deleteSessionsOf } from '#server/features/accounts/sessions/session-queries.ts'
import type { Device } from '#server/features/accounts/login/user-agent.ts'
import type { Viewer } from '#server/features/accounts/views.ts'

type Deps = Pick<Context, 'config' | 'db' | 'transaction' | 'clock' | 'limiters' | 'mail' | 'realtime'>

interface PasswordChangeInput {
  viewer: Viewer
  old: string
  new: string
  /** What others may know about the site, such as its name. */
  siteName: string
  ip: string
  deviceHash: Buffer | null
  device: Device
}

/**
 * Changes a member's password, ends all other sessions with their sockets and what the old password started,
 * but for a correction that this session requested, and mails the member (ACC-21). The old password counts as
 * a log-in. Returns the number of sessions ended.
 * @throws AppError `accounts.old_password_wrong`, `accounts.password_too_common`, `accounts.login_locked`
 */
export async function changePassword(context: Deps, input: PasswordChangeInput) {
  const { userId, sessionHash } = input.viewer
  const account = await findCredentials(context.db, userId)
  const attempt = await countAttempt(context, { email: account.email, ip: input.ip, deviceHash: input.deviceHash })
  const wrong = { field: 'old', code: 'accounts.old_password_wrong' } as const
  if (!(await checkPassword(attempt, input.old, account.passwordHash))) throw await failedAt(wrong, attempt, userId)
  await attempt.succeed()
  if (await isGuessable(input.new, { personalTexts: [account.email, account.name, input.siteName] }))
    throw fieldError('new', 'accounts.password_too_common')

  const passwordHash = await hashPassword(input.new)
  const ended = await context.transaction(async (tx) => {
    // Of two changes at once the first wins: for the second the old password is not the right one any more.
    if (!(await replacePassword(tx, { userId, from: account.passwordHash, to: passwordHash })))
      throw fieldError(wrong.field, wrong.code)
    // Without the correction, links would reach the wrong address again, which may be a stranger's (ACC-24).
    if (!(await isBeingCorrectedBy(tx, { userId, sessionHash })))
      await withdrawStarted(tx, { userId, at: context.clock.now() })
    await recordSecurityEvent(context, tx, { userId, kind: 'passwordChanged', device: input.device })
    return deleteSessionsOf(tx, { userId, except: [sessionHash] })
  })
  for (const hash of ended) context.realtime.closeSession(hash)
  return ended.length
}
