import { EVIDENCE_AFTER_APPEAL_MS, SUSPENSION_DAYS_MAX } from '#contract/limits.ts'
import type { Decision, Measure, Violation } from '#contract/moderation/cases.ts'
import { DAY } from '#contract/time.ts'
import { caseDecided } from '#server/features/moderation/events.ts'
import { allowedDecisions, appealUntil, isMeasure, needsReply } from '#server/features/moderation/rules.ts'
import type { Context } from '#server/platform/context.ts'
import { AppError, fieldError } from '#server/platform/errors.ts'
import { newId } from '#server/platform/ids.ts'
import { emit } from '#server/platform/postgres/db.ts'
import type { Tx } from '#server/platform/postgres/tx.ts'
import * as queries from './case-queries.ts'
import { applyMeasure, reverseMeasure } from './measures.ts'
import { informParties } from './inform-parties.ts'
import { addEvidence } from './open-case.ts'

export interface DecisionInput {
  actorId: string
  reference: string
  /** Of the client: sent again, the decision changes nothing. */
  clientId: string
  /** The state of the case that was judged. */
  version: number
  decision: Decision
  violation: Violation | null
  /** The law that it breaks, for the statement of reasons. */
  legalGround?: string | null
  /** Of a suspension. */
  days: number | null
  /** For other operators; deleted with the evidence. */
  note: string
  /** For the complainant, by mail and under the reference. Ignored where no one complained. */
  reply?: string
}

type Deps = Pick<Context, 'db' | 'transaction' | 'clock' | 'mail' | 'jobs' | 'config'>

/**
 * Decides a case: stores the decision, carries it out, and informs the member and those who reported, all in
 * one transaction. Only the operator who has claimed the case can, once; a repetition changes nothing.
 * @throws AppError `moderation.case_not_found`, `.case_decided`, `.case_excluded`, `.case_not_claimed`,
 * `.case_changed`, `.decision_not_allowed`, `.violation_required`, `.days_required`,
 * `.reply_required`
 * Source: MOD-21.
 */
export async function decideCase(context: Deps, input: DecisionInput) {
  const { db, transaction, clock } = context
  const current = await queries.findSubject(db, input.reference)
  if (!current) throw new AppError('moderation.case_not_found')
  return transaction(async (tx) => {
    // In the order of an erasure: first the member, then the case.
    if (current.subjectId !== null) await queries.lockSubject(tx, current.subjectId)
    const before = await queries.lockCase(tx, current.id)
    const earlier = await queries.findEventOf(tx, { caseId: before.id, clientId: input.clientId })
    const { note } = input
    const reply = (needsReply(before) && input.reply) || ''
    const isRepeated = earlier?.type === 'decided' && earlier.actorId === input.actorId && isSame(before, input)
    // A form that was changed before it was sent again is another decision, which must not seem to be made.
    if (isRepeated && (await queries.hasTexts(tx, { caseId: before.id, note, reply }))) return { isNew: false }
    const now = clock.now()
    assertDecidable(before, { ...input, now })
    const until = input.days === null ? null : new Date(now.getTime() + input.days * DAY)
    await store(context, tx, { before, input, until, now })
    await carryOut(context, tx, { before, input, until, now })
    await informParties(context, tx, { decided: before, decision: input.decision, reply, now })
    const { kind, subjectId, content } = before
    const { decision, violation } = input
    await emit(tx, caseDecided, { caseId: before.id, kind, subjectId, decision, violation, content })
    return { isNew: true }
  })
}

type CaseRow = Awaited<ReturnType<typeof queries.lockCase>>

/** Whether a case was decided as the input says, but for its note and reply. */
function isSame(row: CaseRow, { decision, violation, legalGround = null, days }: DecisionInput) {
  const wasFor = row.until && row.decidedAt && (row.until.getTime() - row.decidedAt.getTime()) / DAY
  return row.decision === decision && row.violation === violation && row.legalGround === legalGround && wasFor === days
}

function assertDecidable(
  row: CaseRow,
  { actorId, version, decision, violation, legalGround = null, days, reply = '', now }: DecisionInput & { now: Date },
) {
  if (row.status === 'decided') throw new AppError('moderation.case_decided')
  if (row.excludedActor === actorId) throw new AppError('moderation.case_excluded')
  const isClaimed = row.claimedBy === actorId && row.claimedUntil !== null && row.claimedUntil > now
  if (!isClaimed) throw new AppError('moderation.case_not_claimed')
  if (row.version !== version) throw new AppError('moderation.case_changed')
  const { kind, appellant } = row
  const allowed = allowedDecisions({
    kind,
    appellant,
    hasSubject: row.subjectId !== null,
    hasContent: row.content !== null,
  })
  if (!allowed.includes(decision)) throw new AppError('moderation.decision_not_allowed')
  if (isMeasure(decision) !== (violation !== null) || (legalGround !== null && violation === null))
    throw fieldError('violation', 'moderation.violation_required')
  if ((decision === 'suspend') !== (days !== null) || (days ?? 0) > SUSPENSION_DAYS_MAX)
    throw fieldError('days', 'moderation.days_required')
  if (needsReply(row) && reply === '') throw fieldError('reply', 'moderation.reply_required')
}

interface Decided {
  before: CaseRow
  input: DecisionInput
  until: Date | null
  now: Date
}

async function store({ clock }: Pick<Context, 'clock'>, tx: Tx, { before, input, until, now }: Decided) {
  const { decision, violation, legalGround = null, actorId, clientId, note } = input
  const caseId = before.id
  await saveOutcome({ clock }, tx, { caseId, decision, violation, legalGround, until, actorId, clientId, now })
  if (note !== '')
    await addEvidence({ clock }, tx, { caseId, evidence: { kind: 'note', data: { text: note, actorId } } })
}

interface Outcome extends Pick<DecisionInput, 'decision' | 'violation' | 'legalGround' | 'actorId'> {
  caseId: number
  clientId: string | null
  until: Date | null
  now: Date
}

/** Stores what was decided about a case, and how long its evidence stays. It carries nothing out. */
export async function saveOutcome({ clock }: Pick<Context, 'clock'>, tx: Tx, outcome: Outcome) {
  const { caseId, decision, violation, legalGround = null, until, actorId, clientId, now } = outcome
  const retainUntil = new Date(appealUntil(now).getTime() + EVIDENCE_AFTER_APPEAL_MS)
  const stored = { caseId, decision, violation, legalGround, until, decidedAt: now, decidedBy: actorId, retainUntil }
  await queries.saveDecision(tx, stored)
  const data = { decision, violation, until: until?.toISOString() ?? null }
  await queries.insertEvent(tx, { id: newId(clock), caseId, type: 'decided', actorId, clientId, at: now, data })
}

/** Carries out a measure, or takes back that of the case that is appealed against. */
async function carryOut(context: Deps, tx: Tx, { before, input, until, now }: Decided) {
  const { decision, violation } = input
  if (isMeasure(decision) && before.subjectId !== null && violation !== null) {
    const { id: caseId, subjectId, content } = before
    await applyMeasure(context, tx, { caseId, subjectId, measure: decision, violation, content, until, now })
  }
  if (before.appealOf === null) return
  const appealed = await queries.lockCase(tx, before.appealOf)
  if (decision !== 'reverse') return
  await queries.saveReversal(tx, { caseId: appealed.id, at: now })
  await queries.insertEvent(tx, { id: newId(context.clock), caseId: appealed.id, type: 'reversed', at: now })
  const { id: caseId, subjectId, content, violation: broken } = appealed
  if (subjectId === null || broken === null) return
  const measure = appealed.decision as Measure
  await reverseMeasure(tx, { caseId, subjectId, measure, violation: broken, content, now })
}
