import { z } from 'zod'
import { CASE_PARTS_MAX } from '#contract/limits.ts'
import type { CaseView } from '#contract/moderation/case-schemas.ts'
import { INTIMATE_IMAGE } from '#contract/moderation/cases.ts'
import { ProfileAnswer } from '#contract/profiles/schemas.ts'
import { canNameImage } from '#server/features/moderation/rules.ts'
import type { Context } from '#server/platform/context.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Queryable } from '#server/platform/postgres/tx.ts'
import { toSummary } from './case-list.ts'
import * as queries from './view-queries.ts'

type CaseRow = NonNullable<Awaited<ReturnType<typeof queries.findCase>>>
type EvidenceRow = Awaited<ReturnType<typeof queries.findEvidence>>[number]

/**
 * Returns a case with what a decision needs: what was reported as it was, the member's history, both sides.
 * An appeal shows the evidence of the case that is appealed.
 * @throws AppError `moderation.case_not_found`
 */
export async function viewCase(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  { actorId, reference }: { actorId: string; reference: string },
): Promise<CaseView> {
  const current = await queries.findCase(db, reference)
  if (!current) throw new AppError('moderation.case_not_found')
  const caseIds = current.appealOf === null ? [current.id] : [current.appealOf, current.id]
  const evidence = (await Promise.all(caseIds.map((id) => queries.findEvidence(db, id)))).flat().slice(-CASE_PARTS_MAX)
  const [subject, reports, complaint, history, events] = await Promise.all([
    current.subjectId === null
      ? null
      : queries.findSubjectState(db, current.subjectId, { withPrivate: current.reason === INTIMATE_IMAGE }),
    reportsOf(db, caseIds),
    queries.findComplaintOf(db, current.appealOf ?? current.id),
    current.subjectId === null ? [] : queries.findHistory(db, { subjectId: current.subjectId, except: current.id }),
    queries.findEvents(db, current.id),
  ])
  return {
    ...toSummary(current, { actorId, now: clock.now() }),
    claimedUntil: current.claimedUntil?.toISOString() ?? null,
    retainUntil: current.retainUntil?.toISOString() ?? null,
    content: current.content?.type ?? null,
    canNameImage: current.status === 'open' && canNameImage(current),
    violation: current.violation,
    subject: subject && toSubject(subject),
    profile: profileOf(evidence),
    reports,
    conversations: evidence.filter(({ kind }) => kind === 'conversation').map(toConversation),
    signals: evidence.filter(({ kind }) => kind === 'signal').map(toSignal),
    images: evidence.filter(({ storageKey }) => storageKey !== null).map(toImage),
    complaint,
    appeal: await appealOf(db, current, evidence),
    notes: evidence
      .filter(({ kind }) => kind === 'note')
      .map(({ data, createdAt }) => ({
        text: textIn(data['text']),
        at: createdAt.toISOString(),
        by: typeof data['actorId'] === 'string' ? data['actorId'] : null,
      })),
    history: history.map(toEarlier),
    events: events.map(({ type, at, ...event }) => ({ type, at: at.toISOString(), by: event.actorId })),
  }
}

function toSubject(row: NonNullable<Awaited<ReturnType<typeof queries.findSubjectState>>>) {
  const { publicId, name, isSearchHidden, photoIds } = row
  return {
    profileId: publicId,
    name,
    signedUpAt: row.createdAt.toISOString(),
    isConfirmed: row.confirmedAt !== null,
    isDisabled: row.disabledAt !== null,
    isDeleted: row.deletedAt !== null,
    isSearchHidden,
    photoIds,
  }
}

async function reportsOf(db: Queryable, caseIds: number[]): Promise<CaseView['reports']> {
  const reports = (await Promise.all(caseIds.map((id) => queries.findReports(db, id)))).flat().slice(0, CASE_PARTS_MAX)
  const attachments = (await Promise.all(caseIds.map((id) => queries.findAttachments(db, id)))).flat()
  return reports.map((row) => ({
    reference: row.publicId,
    reason: row.reason,
    text: row.body,
    createdAt: row.createdAt.toISOString(),
    target: row.target,
    reporter:
      row.profileId === null || row.name === null
        ? null
        : { profileId: row.profileId, name: row.name, reports: row.reports, confirmed: row.confirmed },
    message: row.messageCopy && {
      kind: row.messageCopy.kind,
      body: row.messageCopy.body,
      sentAt: row.messageCopy.sentAt,
    },
    ...filesOf(attachments.filter(({ reportId }) => reportId === row.id)),
  }))
}

type Attachment = Awaited<ReturnType<typeof queries.findAttachments>>[number]

/** Splits the files of a report: images have a size, recordings a length. */
function filesOf(attachments: Attachment[]) {
  return {
    images: attachments.flatMap(({ id, width, height }) =>
      width === null || height === null ? [] : [{ id: String(id), width, height }],
    ),
    recordings: attachments.flatMap(({ id, durationMs }) =>
      durationMs === null ? [] : [{ id: String(id), durationMs }],
    ),
  }
}

function profileOf(evidence: EvidenceRow[]): CaseView['profile'] {
  const data = evidence.find(({ kind }) => kind === 'profile')?.data
  if (!data) return null
  const text = (field: string) => textIn(data[field])
  return {
    name: text('name'),
    gender: text('gender'),
    birthDate: text('birthDate'),
    country: text('country'),
    region: text('region'),
    city: text('city'),
    about: text('about'),
    answers: z.array(ProfileAnswer).catch([]).parse(data['answers']),
  }
}

interface StoredContext {
  reportedSeq: number
  messages: { seq: number; kind: string; body: string; sentAt: string; isReporter: boolean }[]
}

function toConversation({ data }: EvidenceRow) {
  // Written by `conversationEvidence`.
  const { reportedSeq, messages } = data as unknown as StoredContext
  return messages.map((message) => ({ ...message, isReported: message.seq === reportedSeq }))
}

function toSignal({ data, createdAt }: EvidenceRow) {
  const { signal, text, copies, reporters, trait } = data
  const count = copies ?? reporters
  return {
    signal: textIn(signal),
    text: typeof text === 'string' ? text : null,
    count: typeof count === 'number' ? count : null,
    trait: typeof trait === 'string' ? trait : null,
    at: createdAt.toISOString(),
  }
}

function toImage({ id, data: { width, height } }: EvidenceRow) {
  return { id: String(id), width: Number(width ?? 0), height: Number(height ?? 0) }
}

async function appealOf(db: Queryable, current: CaseRow, evidence: EvidenceRow[]): Promise<CaseView['appeal']> {
  if (current.appealOf === null || current.appellant === null) return null
  const text = evidence.findLast(({ kind }) => kind === 'appeal')?.data['text']
  return {
    text: textIn(text),
    appellant: current.appellant,
    of: toEarlier(await queries.findEarlier(db, current.appealOf)),
  }
}

function toEarlier(row: Awaited<ReturnType<typeof queries.findEarlier>>) {
  const { reference, kind, reason, decision, violation } = row
  return {
    reference,
    kind,
    reason,
    openedAt: row.openedAt.toISOString(),
    decision,
    violation,
    isReversed: row.reversedAt !== null,
  }
}

function textIn(value: unknown) {
  return typeof value === 'string' ? value : ''
}
