import type { PhotoRejection } from '#contract/profiles/schemas.ts'

/** The keys of the reasons, in the order of the choice. */
const reasons = [
  'nudity',
  'no_person',
  'other_person',
  'minor',
  'quality',
  'advertising',
  'other',
] as const satisfies readonly PhotoRejection[]

export const rejectionKeys = reasons.map((reason, index) => [String(index + 1), reason] as const)
