import { z } from 'zod'
import { CaseReference, PhotoId, ProfileId } from '#contract/ids.ts'
import { CASE_PARTS_MAX, PHOTOS_SHOWN, PROFILE_ANSWERS } from '#contract/limits.ts'
import { ProfileAnswer } from '#contract/profiles/schemas.ts'
import { caseEvents, caseKinds, caseSources, decisions, violations } from './cases.ts'

/** A case in the queue, as operators see it in the list. */
export const CaseSummary = z.object({
  reference: CaseReference,
  kind: z.enum(caseKinds),
  reason: z.string(),
  source: z.enum(caseSources),
  priority: z.int(),
  status: z.enum(['open', 'decided']),
  /** Grows with all that joins the case. */
  version: z.int(),
  openedAt: z.iso.datetime(),
  /** When it must be decided; null where nothing demands a time. */
  dueAt: z.iso.datetime().nullable(),
  /** Null for complaints, and after the erasure of the account. */
  subjectName: z.string().nullable(),
  /** How many reported the same thing. */
  notices: z.int(),
  claim: z.enum(['free', 'mine', 'other']),
  /** The operator who works on it. */
  claimedBy: z.uuid().nullable(),
  /** The viewer made the decision that is appealed. */
  isExcluded: z.boolean(),
  /** The decisions that it can have; none once it is decided. */
  allowed: z.array(z.enum(decisions)).max(decisions.length),
  /** The decision has an answer for the complainant. */
  needsReply: z.boolean(),
  decision: z.enum(decisions).nullable(),
  decidedAt: z.iso.datetime().nullable(),
  /** The operator who decided. */
  decidedBy: z.uuid().nullable(),
})
export type CaseSummary = z.output<typeof CaseSummary>

/** A message beside a reported one. */
const ContextMessage = z.object({
  seq: z.int(),
  kind: z.string(),
  body: z.string(),
  sentAt: z.string(),
  isReporter: z.boolean(),
  isReported: z.boolean(),
})

const CaseImage = z.object({ id: z.string(), width: z.int(), height: z.int() })

const Notice = z.object({
  reference: CaseReference,
  reason: z.string(),
  text: z.string(),
  createdAt: z.iso.datetime(),
  target: z.enum(['profile', 'photo', 'message']),
  reporter: z
    .object({
      profileId: ProfileId,
      name: z.string(),
      /** Reports that this member made, and those that led to a measure. */
      reports: z.int(),
      confirmed: z.int(),
    })
    .nullable(),
  message: z.object({ kind: z.string(), body: z.string(), sentAt: z.string() }).nullable(),
  images: z.array(CaseImage).max(CASE_PARTS_MAX),
  /** The copy of a voice message that was reported. */
  recordings: z.array(z.object({ id: z.string(), durationMs: z.int() })).max(CASE_PARTS_MAX),
})

export const EarlierCase = z.object({
  reference: CaseReference,
  kind: z.enum(caseKinds),
  reason: z.string(),
  openedAt: z.iso.datetime(),
  decision: z.enum(decisions).nullable(),
  violation: z.enum(violations).nullable(),
  isReversed: z.boolean(),
})

/** A whole case, with what a decision needs and no more. */
export const CaseView = CaseSummary.extend({
  claimedUntil: z.iso.datetime().nullable(),
  /** The evidence is kept until then. */
  retainUntil: z.iso.datetime().nullable(),
  content: z.enum(['photo', 'message', 'profile_text']).nullable(),
  /** An operator can say which image or member it is about. */
  canNameImage: z.boolean(),
  violation: z.enum(violations).nullable(),
  subject: z
    .object({
      profileId: ProfileId,
      name: z.string(),
      signedUpAt: z.iso.datetime(),
      isConfirmed: z.boolean(),
      isDisabled: z.boolean(),
      isDeleted: z.boolean(),
      isSearchHidden: z.boolean(),
      photoIds: z.array(PhotoId).max(PHOTOS_SHOWN),
    })
    .nullable(),
  /** The profile as it was when the case was opened. */
  profile: z
    .object({
      name: z.string(),
      gender: z.string(),
      birthDate: z.string(),
      country: z.string(),
      region: z.string(),
      city: z.string(),
      about: z.string(),
      answers: z.array(ProfileAnswer).max(PROFILE_ANSWERS),
    })
    .nullable(),
  reports: z.array(Notice).max(CASE_PARTS_MAX),
  conversations: z.array(z.array(ContextMessage).max(CASE_PARTS_MAX)).max(CASE_PARTS_MAX),
  /** What the program noticed, as text: the message, the number of copies, the trait. */
  signals: z
    .array(
      z.object({
        signal: z.string(),
        text: z.string().nullable(),
        count: z.int().nullable(),
        trait: z.string().nullable(),
        at: z.iso.datetime(),
      }),
    )
    .max(CASE_PARTS_MAX),
  images: z.array(CaseImage).max(CASE_PARTS_MAX),
  complaint: z
    .object({
      name: z.string(),
      email: z.string(),
      topic: z.string(),
      text: z.string(),
      /** Of a request for a removal: where the image is. */
      place: z.string(),
    })
    .nullable(),
  appeal: z
    .object({
      text: z.string(),
      appellant: z.enum(['subject', 'notifier']),
      of: EarlierCase,
    })
    .nullable(),
  /** Of operators, with their keys. */
  notes: z.array(z.object({ text: z.string(), at: z.iso.datetime(), by: z.uuid().nullable() })).max(CASE_PARTS_MAX),
  history: z.array(EarlierCase).max(CASE_PARTS_MAX),
  events: z
    .array(z.object({ type: z.enum(caseEvents), at: z.iso.datetime(), by: z.uuid().nullable() }))
    .max(CASE_PARTS_MAX),
})
export type CaseView = z.output<typeof CaseView>
