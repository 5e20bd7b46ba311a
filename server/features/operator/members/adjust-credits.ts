import type { AppContext } from '#server/context.ts'
import { adjustCredits } from '#server/features/credits/service.ts'
import { AppError, fieldError } from '#server/platform/errors.ts'
import type { RequestOperator } from '#server/platform/http/callers.ts'
import { recordAct } from '../audit/record.ts'
import { adjustedToday, lockAdjustments, lockMember } from './queries.ts'
import { creditsLeft } from './rules.ts'

interface Adjustment {
  by: RequestOperator
  memberId: string
  clientId: string
  /** Positive: given; negative: taken. */
  amount: number
  reason: string
}

/**
 * Gives a member credits, or takes some, within the limit of the operator's role, and records why. Sent again
 * it changes nothing (OPER-12).
 * @throws AppError `request.not_found`, `operator.credits_limit` with `{left}`, `operator.member_state`,
 * `operator.sent_before`; `operator.credits_missing` at the field `amount`
 */
export async function adjustMemberCredits(
  { transaction, clock }: Pick<AppContext, 'transaction' | 'clock'>,
  { by, memberId, clientId, amount, reason }: Adjustment,
) {
  return transaction(async (tx) => {
    // Before the balance: two acts of one operator at once must not pass the limit together.
    await lockAdjustments(tx, by.operatorId)
    const member = await lockMember(tx, memberId)
    if (!member) throw new AppError('request.not_found')
    if (member.deletedAt) throw new AppError('operator.member_state')
    const { userId } = member
    const { credits, isNew } = await adjust({ tx, clock }, { userId, clientId, amount })
    if (!isNew) return { credits }
    const left = creditsLeft(by.role, await adjustedToday(tx, by.operatorId))
    if (Math.abs(amount) > left) throw new AppError('operator.credits_limit', { params: { left } })
    const subject = { kind: 'member', id: userId } as const
    await recordAct(tx, { operator: by, act: 'credits_adjusted', subject, details: { amount, reason } })
    return { credits }
  })
}

/** The error of the balance is a sentence for the member. */
async function adjust(...input: Parameters<typeof adjustCredits>) {
  try {
    return await adjustCredits(...input)
  } catch (error) {
    if (error instanceof AppError && error.code === 'credits.insufficient')
      throw fieldError('amount', 'operator.credits_missing')
    throw error
  }
}
