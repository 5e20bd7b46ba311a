import { OPERATOR_MAILS_PER_DAY } from '#contract/limits.ts'
import type { ResentMail } from '#contract/operator/members/schemas.ts'
import type { AppContext } from '#server/context.ts'
import { countConfirmationMail, countResent, sendActivationAgain } from '#server/features/accounts/email/activation.ts'
import { pendingAddress, sendMailChangeAgain } from '#server/features/accounts/email/mail-change.ts'
import { countReset } from '#server/features/accounts/recovery/reset.ts'
import { sendStatementAgain } from '#server/features/moderation/cases/statements.ts'
import { sendReceiptsOfOrder } from '#server/features/payments/receipts/receipt.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Queryable, Tx } from '#server/platform/postgres/tx.ts'
import { HOUR, SECOND } from '#contract/time.ts'
import { actOn, assertOpen, type Member, type Target } from './member-acts.ts'
import * as queries from './queries.ts'

type Deps = Pick<AppContext, 'config' | 'db' | 'limiters' | 'transaction' | 'clock' | 'mail'>

/**
 * Sends a mail to a member again: to the address that the program would send it to, never to one that the
 * operator names. Beside the limits of the mail itself, a member gets `OPERATOR_MAILS_PER_DAY`.
 * Source: OPER-11.
 * @throws AppError `request.not_found`, `accounts.mail_limit`, `accounts.reset_limit`,
 * `operator.member_state`: there is no such mail for this account; `payments.order_not_found`,
 * `moderation.case_not_found`
 */
export async function resendMail(context: Deps, { mail, ...target }: Target & { mail: ResentMail }) {
  const userId = await queries.userIdOf(context.db, target.memberId)
  if (userId === undefined) throw new AppError('request.not_found')
  await assertMailsLeft(context.db, userId)
  await count(context, { userId, mail })
  const { mail: name, ...about } = mail
  await actOn(context, { ...target, act: 'mail_resent', details: { mail: name, ...about } }, async (tx, member) => {
    // Again, with the member locked: two operators at the same time.
    await assertMailsLeft(tx, userId)
    await send(context, tx, { member, mail })
  })
}

async function assertMailsLeft(db: Queryable, userId: number) {
  const { count: sent, seconds } = await queries.resentToday(db, userId)
  if (sent < OPERATOR_MAILS_PER_DAY) return
  throw new AppError('accounts.mail_limit', { params: { seconds, hours: Math.ceil((seconds * SECOND) / HOUR) } })
}

/** Counts the mail among those that the member has asked for, before the transaction that sends it. */
async function count(context: Deps, { userId, mail: { mail } }: { userId: number; mail: ResentMail }) {
  if (mail === 'confirmation') await countResent(context, { userId })
  if (mail === 'address_change') {
    const email = await pendingAddress(context.db, userId)
    if (email === null) throw new AppError('operator.member_state')
    await countConfirmationMail(context, { email })
  }
  if (mail === 'password_reset') {
    const email = await queries.emailOf(context.db, userId)
    if (email) await countReset(context, { email })
  }
}

async function send(context: Deps, tx: Tx, { member, mail }: { member: Member; mail: ResentMail }) {
  const { userId } = member
  switch (mail.mail) {
    case 'confirmation':
      assertOpen(member)
      if (member.confirmedAt) throw new AppError('operator.member_state')
      await sendActivationAgain(context, tx, { userId })
      return
    case 'address_change':
      assertOpen(member)
      if (!member.confirmedAt || !(await sendMailChangeAgain(context, tx, { userId })))
        throw new AppError('operator.member_state')
      return
    case 'password_reset':
      // A deleted account gets the link that restores it instead (ACC-12).
      if (member.disabledAt) throw new AppError('operator.member_state')
      // The address that is being corrected may be a stranger's (ACC-24).
      if (!member.confirmedAt && (await pendingAddress(tx, userId))) throw new AppError('operator.member_state')
      await context.mail.send(tx, { template: 'passwordReset', userId })
      return
    case 'receipt':
      await sendReceiptsOfOrder(context, tx, { userId, orderId: mail.orderId })
      return
    case 'decision':
      await sendStatementAgain(context, tx, { userId, reference: mail.reference })
  }
}
