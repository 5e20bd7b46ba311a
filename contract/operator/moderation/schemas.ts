import { z } from 'zod'
import type { EndpointSchemas } from '#contract/endpoint.ts'
import { CaseReference, ClientId, ProfileId } from '#contract/ids.ts'
import {
  BULK_DECISIONS_MAX,
  CASE_NOTE_MAX_LENGTH,
  CASE_PARTS_MAX,
  CASES_PAGE_SIZE,
  COMPLAINT_TEXT_MAX_LENGTH,
  LEGAL_GROUND_MAX_LENGTH,
  REMOVAL_PLACE_MAX_LENGTH,
  SUSPENSION_DAYS_MAX,
} from '#contract/limits.ts'
import { CaseSummary, CaseView } from '#contract/moderation/case-schemas.ts'
import { caseKinds, decisions, violations } from '#contract/moderation/cases.ts'
import { ReportReason } from '#contract/moderation/schemas.ts'
import { Line, Lines } from '#contract/settings/texts.ts'

/** The operators that a reply names by their keys. */
const Operators = z.array(z.object({ id: z.uuid(), name: z.string() })).max(3 * CASE_PARTS_MAX)

const Note = Lines.min(1, { error: 'moderation.note_required' }).max(CASE_NOTE_MAX_LENGTH, {
  error: 'profiles.text_too_long',
})

const Queue = z.object({ count: z.int(), oldestAt: z.iso.datetime().nullable() })

export const getWaiting = {
  summary: 'How many cases, photos and selfies wait for an operator, and since when the oldest does.',
  reply: z.object({
    cases: Queue,
    photos: Queue,
    verifications: Queue,
    kinds: z.array(Queue.extend({ kind: z.enum(caseKinds) })).max(caseKinds.length),
  }),
} satisfies EndpointSchemas

export const listCases = {
  summary: 'A page of the queue in the order of work, or of the decided cases, latest first.',
  query: z.strictObject({
    kind: z.enum(caseKinds).optional(),
    status: z.enum(['open', 'decided']).optional(),
    before: Line.max(80).optional(),
  }),
  reply: z.object({
    cases: z.array(CaseSummary).max(CASES_PAGE_SIZE),
    next: z.string().nullable(),
    operators: Operators,
  }),
} satisfies EndpointSchemas

const params = z.strictObject({ reference: CaseReference })

export const getCase = {
  summary: 'A case with what a decision needs. Reading it is recorded.',
  params,
  query: z.strictObject({ kind: z.enum(caseKinds).optional() }),
  reply: z.object({
    case: CaseView,
    /** The case that would come next, of `kind` if it is given. */
    next: CaseReference.nullable(),
    operators: Operators,
  }),
} satisfies EndpointSchemas

export const getCaseImage = {
  summary: 'An image or recording of a case, as a file.',
  params: z.strictObject({ reference: CaseReference, imageId: z.string().max(15).regex(/^\d+$/) }),
  reply: z.string(),
} satisfies EndpointSchemas

export const openCase = {
  summary: 'Opens a case about a member without a report. Sent again, it returns the same case.',
  params: z.strictObject({ memberId: ProfileId }),
  body: z.strictObject({
    clientId: ClientId,
    reason: ReportReason,
    /** Address or id of a photo of the member; empty: the case is about the profile. */
    photo: Line.max(REMOVAL_PLACE_MAX_LENGTH, { error: 'moderation.image_not_found' }),
    /** What was noticed, for who decides. */
    note: Note,
  }),
  reply: z.object({ reference: CaseReference }),
} satisfies EndpointSchemas

export const claimNextCase = {
  summary: 'Takes the first case that no one works on.',
  body: z.strictObject({ kind: z.enum(caseKinds).nullable() }),
  reply: z.object({ reference: CaseReference.nullable() }),
} satisfies EndpointSchemas

export const claimCase = {
  summary: 'Takes a case, so that no other operator works on it, or lengthens that.',
  params,
  reply: z.object({ claimedUntil: z.iso.datetime() }),
} satisfies EndpointSchemas

export const skipCase = {
  summary: 'Gives a case back to the queue.',
  params,
  reply: z.null(),
} satisfies EndpointSchemas

/** The state of a case that was judged. */
const version = z.int().positive().max(1_000_000)

const outcome = {
  decision: z.enum(decisions),
  violation: z.enum(violations).nullable(),
  /** The law and article that the content breaks, of a measure: the member and the EU's database read it. */
  legalGround: Line.min(1).max(LEGAL_GROUND_MAX_LENGTH, { error: 'profiles.text_too_long' }).nullable().default(null),
  /** Of a suspension. */
  days: z
    .int()
    .min(1, { error: 'moderation.days_required' })
    .max(SUSPENSION_DAYS_MAX, { error: 'moderation.days_required' })
    .nullable(),
  note: Lines.max(CASE_NOTE_MAX_LENGTH, { error: 'profiles.text_too_long' }),
  /** For the complainant. Other cases have none. */
  reply: Lines.max(COMPLAINT_TEXT_MAX_LENGTH, { error: 'profiles.text_too_long' }).default(''),
}

export const decideCase = {
  summary: 'Decides a case that the operator has taken. Sent again, it changes nothing.',
  params,
  body: z.strictObject({ clientId: ClientId, version, ...outcome }),
  reply: z.object({ isNew: z.boolean() }),
} satisfies EndpointSchemas

export const decideCases = {
  summary: 'Takes several cases and decides them alike; each counts by itself.',
  body: z.strictObject({
    cases: z
      .array(z.strictObject({ reference: CaseReference, clientId: ClientId, version }))
      .min(1)
      .max(BULK_DECISIONS_MAX),
    ...outcome,
  }),
  reply: z.object({
    results: z
      // `error`: the code of why nothing was decided.
      .array(z.object({ reference: CaseReference, error: z.string().nullable() }))
      .max(BULK_DECISIONS_MAX),
  }),
} satisfies EndpointSchemas

export const addCaseNote = {
  summary: 'Adds a note for other operators, which is deleted with the evidence.',
  params,
  body: z.strictObject({ text: Note }),
  reply: z.null(),
} satisfies EndpointSchemas

export const nameCaseImage = {
  summary: 'Says which photo or member a request for a removal or a complaint is about, by address or id.',
  params,
  body: z.strictObject({
    place: Line.min(1, { error: 'moderation.image_not_found' }).max(REMOVAL_PLACE_MAX_LENGTH, {
      error: 'moderation.image_not_found',
    }),
  }),
  reply: z.null(),
} satisfies EndpointSchemas

export const exportStatements = {
  summary: 'The statements of reasons of a time, in the fields of the EU transparency database, as a file.',
  query: z.strictObject({ from: z.iso.date(), to: z.iso.date(), format: z.enum(['csv', 'json']) }),
  reply: z.string(),
} satisfies EndpointSchemas
