import { SIGNAL_EVIDENCE_MAX, SIGNAL_PAUSE_MS } from '#contract/limits.ts'
import type { Signal } from '#contract/moderation/cases.ts'
import { openCase, type Evidence } from '#server/features/moderation/cases/open-case.ts'
import type { CaseContent } from '#server/features/moderation/rules.ts'
import type { Context } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/postgres/tx.ts'

interface Raised {
  userId: number
  signal: Signal
  /** What was noticed. */
  data: object
  content?: CaseContent | null
  authorId?: number | null
  /** Of the image that it is about. */
  copy?: Evidence | null
  /** Raised for each thing, also soon after a decision about the member. */
  isUrgent?: boolean
}

/**
 * Puts a signal about a member into the queue: a person decides, and nothing is hidden meanwhile. Signals of
 * one kind share a case while it is open, and pause after a decision that found nothing.
 * Source: MOD-24.
 */
export async function raiseSignal(
  { clock }: Pick<Context, 'clock'>,
  tx: Tx,
  { userId, signal, data, content = null, authorId = null, copy = null, isUrgent = false }: Raised,
) {
  const member = await tx
    .selectFrom('users')
    .select(['siteId', 'disabledAt'])
    .where('id', '=', userId)
    .forKeyShare()
    .executeTakeFirst()
  // A closed account is decided about already.
  if (!member || member.disabledAt) return
  const key = ['signal', signal, userId, ...(isUrgent ? [JSON.stringify(content)] : [])].join(':')
  if (
    !isUrgent &&
    (await isPaused(tx, { userId, signal, key, since: new Date(clock.now().getTime() - SIGNAL_PAUSE_MS) }))
  )
    return
  await openCase({ clock }, tx, {
    kind: 'signal',
    subjectId: userId,
    siteId: member.siteId,
    reason: signal,
    source: 'automated',
    content,
    key,
    evidence: [{ kind: 'signal', authorId, data: { signal, ...data } }, ...(copy ? [copy] : [])],
  })
}

/** Whether an operator has just looked, or the open case has as much as anyone reads. */
async function isPaused(
  tx: Tx,
  { userId, signal, key, since }: { userId: number; signal: Signal; key: string; since: Date },
) {
  const decided = await tx
    .selectFrom('moderationCases')
    .select('id')
    .where('subjectId', '=', userId)
    .where('kind', '=', 'signal')
    .where('reason', '=', signal)
    .where('decidedAt', '>', since)
    .executeTakeFirst()
  if (decided) return true
  const { n } = await tx
    .selectFrom('moderationEvidence as e')
    .innerJoin('moderationCases as c', 'c.id', 'e.caseId')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('c.key', '=', key)
    .where('c.status', '=', 'open')
    .executeTakeFirstOrThrow()
  return n >= SIGNAL_EVIDENCE_MAX
}
