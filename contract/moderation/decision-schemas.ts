import { z } from 'zod'
import { User } from '#contract/accounts/schemas.ts'
import type { EndpointSchemas } from '#contract/endpoint.ts'
import { CaseReference, ClientId } from '#contract/ids.ts'
import { APPEAL_TEXT_MAX_LENGTH, DECISIONS_LISTED } from '#contract/limits.ts'
import { PhotoRejection } from '#contract/profiles/schemas.ts'
import { Lines } from '#contract/settings/texts.ts'
import { appealStates, caseSources, measures, partyRoles, violations } from './cases.ts'

/** What a member is informed of a measure: the statement of reasons (DSA art. 17). */
export const Statement = z.object({
  measure: z.enum(measures),
  violation: z.enum(violations),
  /** Of a photo that review rejected: what its owner reads beside it. */
  rejection: PhotoRejection.nullable(),
  /** The law that it breaks too, as the operator named it. */
  legalGround: z.string().nullable(),
  /** What the decision is about; null for the behaviour as a whole. */
  content: z.enum(['photo', 'message', 'profile_text']).nullable(),
  /** End of a suspension. */
  until: z.iso.datetime().nullable(),
  source: z.enum(caseSources),
  isReversed: z.boolean(),
})
export type Statement = z.output<typeof Statement>

/** What who has a reference may read of the case. */
export const DecisionView = z.object({
  reference: CaseReference,
  role: z.enum(partyRoles),
  openedAt: z.iso.datetime(),
  decidedAt: z.iso.datetime().nullable(),
  /** Of a member's reference. */
  statement: Statement.nullable(),
  /** Of a reference to a report or a complaint: whether something was done; null while it is open. */
  outcome: z.enum(['action', 'no_action']).nullable(),
  /** Of a complaint: what the team answered. */
  reply: z.string().nullable(),
  appeal: z.object({ state: z.enum(appealStates), until: z.iso.datetime().nullable() }),
})
export type DecisionView = z.output<typeof DecisionView>

const reference = z.strictObject({ reference: CaseReference })

export const getDecision = {
  summary: 'The state of a report or complaint, or the reasons of a decision, to who has its reference.',
  params: reference,
  reply: z.object({ decision: DecisionView }),
} satisfies EndpointSchemas

export const appealDecision = {
  summary: 'Appeals against a decision by its reference, without log-in. Another person decides.',
  params: reference,
  body: z.strictObject({
    clientId: ClientId,
    text: Lines.min(1, { error: 'moderation.appeal_text_required' })
      .max(2 * APPEAL_TEXT_MAX_LENGTH, { error: 'profiles.text_too_long' })
      .refine((text) => [...text].length <= APPEAL_TEXT_MAX_LENGTH, { error: 'profiles.text_too_long' }),
  }),
  reply: z.object({ decision: DecisionView }),
} satisfies EndpointSchemas

export const listDecisions = {
  summary: 'The measures against the caller, latest first.',
  reply: z.object({ decisions: z.array(DecisionView).max(DECISIONS_LISTED) }),
} satisfies EndpointSchemas

export const markDecisionsSeen = {
  summary: 'Records that the caller has seen the reasons of measures. Of others’ references nothing changes.',
  body: z.strictObject({ references: z.array(CaseReference).min(1).max(DECISIONS_LISTED) }),
  reply: z.object({ user: User }),
} satisfies EndpointSchemas
