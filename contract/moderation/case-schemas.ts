import { z } from 'zod'
import { CaseReference, PhotoId, ProfileId } from '#contract/ids.ts'
import { PROFILE_ANSWERS } from '#contract/limits.ts'
import { ProfileAnswer } from '#contract/profiles/schemas.ts'
import { caseKinds, caseSources, decisions, violations } from './cases.ts'

/** A case in the queue, as operators see it in the list. */
export const CaseSummary = z.object({
  reference: CaseReference,
  kind: z.enum(caseKinds),
  reason: z.string(),
  source: z.enum(caseSources),
  priority: z.int(),
  status: z.enum(['open', 'decided']),
  openedAt: z.iso.datetime(),
  /** Null for complaints, and after the erasure of the account. */
  subjectName: z.string().nullable(),
  /** How many reported the same thing. */
  notices: z.int(),
  claim: z.enum(['free', 'mine', 'other']),
  /** The viewer made the decision that is appealed. */
  isExcluded: z.boolean(),
  decision: z.enum(decisions).nullable(),
  decidedAt: z.iso.datetime().nullable(),
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
  images: z.array(CaseImage),
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
  version: z.int(),
  claimedUntil: z.iso.datetime().nullable(),
  /** The evidence is kept until then. */
  retainUntil: z.iso.datetime().nullable(),
  content: z.enum(['photo', 'message', 'profile_text']).nullable(),
  allowed: z.array(z.enum(decisions)),
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
      photoIds: z.array(PhotoId),
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
  notices: z.int(),
  reports: z.array(Notice),
  conversations: z.array(z.array(ContextMessage)),
  /** What the program noticed, as text: the message, the number of copies, the trait. */
  signals: z.array(
    z.object({
      signal: z.string(),
      text: z.string().nullable(),
      count: z.int().nullable(),
      trait: z.string().nullable(),
      at: z.iso.datetime(),
    }),
  ),
  images: z.array(CaseImage),
  complaint: z.object({ name: z.string(), email: z.string(), topic: z.string(), text: z.string() }).nullable(),
  appeal: z
    .object({
      text: z.string(),
      appellant: z.enum(['subject', 'notifier']),
      of: EarlierCase,
    })
    .nullable(),
  notes: z.array(z.object({ text: z.string(), at: z.iso.datetime() })),
  history: z.array(EarlierCase),
  events: z.array(z.object({ type: z.string(), at: z.iso.datetime() })),
})
export type CaseView = z.output<typeof CaseView>
