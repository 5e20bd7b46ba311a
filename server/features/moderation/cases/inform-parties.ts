import type { Decision } from '#contract/moderation/cases.ts'
import { closeComplaint } from '#server/features/pages/service.ts'
import { appealUntil, canComplainantAppeal, isMeasure } from '#server/features/moderation/rules.ts'
import { closeReports } from '#server/features/moderation/report-queries.ts'
import type { Context } from '#server/platform/context.ts'
import { newPublicId } from '#server/platform/ids.ts'
import { NO_ACCOUNT } from '#server/platform/mail/mail.ts'
import type { Tx } from '#server/platform/postgres/tx.ts'
import type { lockCase } from './case-queries.ts'
import * as queries from './case-queries.ts'
import { insertParty } from './open-queries.ts'
import { saveReply } from './party-queries.ts'

interface Decided {
  /** As it was before the decision. */
  decided: Awaited<ReturnType<typeof lockCase>>
  decision: Decision
  /** The operator's answer to a complaint; '' for other cases. */
  reply: string
  now: Date
}

/**
 * Queues the mails about a decision: to the member the statement of reasons, with a reference of its own;
 * those who reported, complained or appealed the outcome, under the reference that they have.
 * Source: MOD-22.
 */
export async function informParties(
  { mail }: Pick<Context, 'mail'>,
  tx: Tx,
  { decided, decision, reply, now }: Decided,
) {
  const { id: caseId, subjectId } = decided
  const until = appealUntil(now)
  await closeReports(tx, caseId)
  if (isMeasure(decision) && subjectId !== null) {
    const reference = newPublicId()
    await insertParty(tx, { reference, caseId, role: 'subject', userId: subjectId, isSeen: false, createdAt: now })
    await mail.send(tx, { template: 'decisionStatement', userId: subjectId, about: { reference } })
  }
  for (const { reference, role, userId } of await queries.partiesOf(tx, caseId)) {
    if (role === 'complainant' || role === 'requester') await closeComplaint(tx, reference)
    if (role === 'complainant') await saveReply(tx, { reference, reply })
    // A complaint of an account is mailed with the account, so that its erasure removes the mail.
    if (role === 'complainant')
      await mail.send(tx, { template: 'complaintOutcome', userId: userId ?? NO_ACCOUNT, about: { reference } })
    if (role === 'requester')
      await mail.send(tx, { template: 'removalOutcome', userId: userId ?? NO_ACCOUNT, about: { reference } })
    if (role === 'notifier' && userId !== null)
      await mail.send(tx, { template: 'reportOutcome', userId, about: { reference } })
  }
  await queries.setAppealEnd(tx, { caseId, until, withComplainant: canComplainantAppeal(decided) })
  if (decided.appealOf !== null) await informAppellant({ mail }, tx, { appealId: caseId, reply })
}

async function informAppellant(
  { mail }: Pick<Context, 'mail'>,
  tx: Tx,
  { appealId, reply }: { appealId: number; reply: string },
) {
  const appellant = await tx
    .selectFrom('moderationParties')
    .select(['reference', 'userId', 'role'])
    .where('appealId', '=', appealId)
    .executeTakeFirst()
  if (!appellant) return
  const { reference, userId, role } = appellant
  if (role === 'complainant') {
    await saveReply(tx, { reference, reply })
    await mail.send(tx, { template: 'complaintOutcome', userId: userId ?? NO_ACCOUNT, about: { reference } })
  } else if (role === 'requester')
    await mail.send(tx, { template: 'removalOutcome', userId: userId ?? NO_ACCOUNT, about: { reference } })
  else if (userId !== null) await mail.send(tx, { template: 'appealOutcome', userId, about: { reference } })
}
