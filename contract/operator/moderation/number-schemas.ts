import { z } from 'zod'
import type { EndpointSchemas } from '#contract/endpoint.ts'
import { CASE_DECISION_GROUPS_MAX, OPERATOR_DAYS_MAX } from '#contract/limits.ts'
import { caseKinds, caseSources, decisions, violations } from '#contract/moderation/cases.ts'
import { numberPeriods } from '#contract/operator/overview/periods.ts'

export const CaseNumbers = z.object({
  /** Every day, the oldest first. */
  days: z.array(z.object({ day: z.iso.date(), opened: z.int(), decided: z.int() })).max(OPERATOR_DAYS_MAX),
  kinds: z
    .array(
      z.object({
        kind: z.enum(caseKinds),
        opened: z.int(),
        decided: z.int(),
        /** From the opening to the decision; null without one. */
        meanSeconds: z.int().nullable(),
        longestSeconds: z.int().nullable(),
        withinDay: z.int(),
        late: z.int(),
      }),
    )
    .max(caseKinds.length),
  decisions: z
    .array(
      z.object({
        kind: z.enum(caseKinds),
        source: z.enum(caseSources),
        decision: z.enum(decisions),
        violation: z.enum(violations).nullable(),
        content: z.enum(['photo', 'message', 'profile_text']).nullable(),
        count: z.int(),
      }),
    )
    .max(CASE_DECISION_GROUPS_MAX),
})
export type CaseNumbers = z.output<typeof CaseNumbers>

export const getCaseNumbers = {
  summary: 'How many cases came and were decided in the last days (UTC), how soon and how.',
  query: z.strictObject({ days: z.enum(numberPeriods).optional() }),
  reply: CaseNumbers,
} satisfies EndpointSchemas

export const exportTransparency = {
  summary: 'The counts of a transparency report (DSA art. 15 and 24) of some days, as a file without personal data.',
  query: z.strictObject({ from: z.iso.date(), to: z.iso.date() }),
  reply: z.string(),
} satisfies EndpointSchemas
