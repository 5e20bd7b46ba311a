import { sql } from 'kysely'
import { CONTEXT_MESSAGES_AFTER, CONTEXT_MESSAGES_BEFORE, SIGNAL_REPORTS_MS } from '#contract/limits.ts'
import type { AppContext } from '#server/context.ts'
import type { Tx } from '#server/platform/postgres/tx.ts'
import { openCase, type Evidence } from './cases/open-case.ts'
import { countReporters, type NewReport } from './report-queries.ts'
import type { CaseContent } from './rules.ts'
import { raiseSignal } from './signals/raise-signal.ts'

type Report = Omit<NewReport, 'caseId'>

/** Puts a report into the queue with copies of what it is about. Returns the key of its case. */
export async function openReportCase(
  { clock }: Pick<AppContext, 'clock'>,
  tx: Tx,
  { report, photo, fingerprint }: { report: Report; photo: Evidence | null; fingerprint: string | null },
) {
  const { reportedId, reporterId, reason, publicId } = report
  const subject = await tx.selectFrom('users').select('siteId').where('id', '=', reportedId).executeTakeFirst()
  const content = contentOf(report)
  const evidence = [
    await profileEvidence(tx, reportedId),
    await conversationEvidence(tx, report),
    photo,
    // The copy of a reported image is an attachment of the report; its fingerprint stays too (MOD-32).
    fingerprint === null ? null : { kind: 'photo' as const, data: { content, fingerprint } },
  ]
  const { caseId } = await openCase({ clock }, tx, {
    kind: 'report',
    subjectId: reportedId,
    siteId: subject?.siteId ?? null,
    reason,
    source: 'notice',
    content,
    key: keyOf(report),
    evidence: evidence.filter((each) => each !== null),
    party: { reference: publicId, role: 'notifier', userId: reporterId },
  })
  return caseId
}

/** Raises the signal that many members reported one, which a single report would not show. */
export async function signalManyReports(
  { clock, sites }: Pick<AppContext, 'clock' | 'sites'>,
  tx: Tx,
  { reportedId }: { reportedId: number },
) {
  const since = new Date(clock.now().getTime() - SIGNAL_REPORTS_MS)
  const member = await tx.selectFrom('users').select('siteId').where('id', '=', reportedId).executeTakeFirst()
  if (!member) return
  const { signal_reporters: threshold } = sites.byId(member.siteId).settings
  const reporters = await countReporters(tx, { reportedId, since })
  if (threshold > 0 && reporters >= threshold)
    await raiseSignal({ clock }, tx, { userId: reportedId, signal: 'many_reports', data: { reporters } })
}

function contentOf({ target, photoId, conversationId, messageSeq }: Report): CaseContent {
  if (target === 'photo' && photoId !== null) return { type: 'photo', photoId }
  if (conversationId !== null && messageSeq !== null)
    return { type: 'message', conversationKey: conversationId, seq: messageSeq }
  return { type: 'profile_text' }
}

/** Reports of the same thing are one case while it is open. */
function keyOf({ target, reportedId, photoId, conversationId, messageSeq }: Report) {
  return ['report', target, reportedId, photoId, conversationId, messageSeq].filter((part) => part !== null).join(':')
}

/** The profile as it is now: its member can change it. */
export async function profileEvidence(tx: Tx, userId: number): Promise<Evidence | null> {
  const profile = await tx
    .selectFrom('profiles')
    .select(['name', 'gender', 'birthDate', 'country', 'region', 'city', 'about', 'answers', 'isFictional'])
    .where('userId', '=', userId)
    .executeTakeFirst()
  return profile ? { kind: 'profile', data: profile } : null
}

/** Few messages around a reported one, as the reporter can read them; deleted with the reporter's account. */
async function conversationEvidence(
  tx: Tx,
  { conversationId, messageSeq, reporterId }: Report,
): Promise<Evidence | null> {
  if (conversationId === null || messageSeq === null) return null
  const rows = await tx
    .selectFrom('messages as m')
    .innerJoin('conversationMembers as mine', 'mine.conversationId', 'm.conversationId')
    .select(['m.seq', 'm.kind', 'm.body', 'm.sentAt'])
    .select(sql<boolean>`m.sender_id = ${reporterId}`.as('isReporter'))
    .where('m.conversationId', '=', conversationId)
    .where('mine.userId', '=', reporterId)
    .whereRef('m.seq', '>', 'mine.clearedSeq')
    .where('m.seq', '>=', messageSeq - CONTEXT_MESSAGES_BEFORE)
    .where('m.seq', '<=', messageSeq + CONTEXT_MESSAGES_AFTER)
    .where('m.kind', 'not in', ['system', 'deleted'])
    .orderBy('m.seq')
    .execute()
  return { kind: 'conversation', authorId: reporterId, data: { reportedSeq: messageSeq, messages: rows } }
}
