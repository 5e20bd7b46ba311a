import { z } from 'zod'
import type { EndpointSchemas } from '#contract/endpoint.ts'

/**
 * Where a member stands with the confirmation of the age. `failed`: a check that ended just now, which is not
 * stored; the member can start another one.
 */
const ageCheckStates = ['not_needed', 'needed', 'waiting', 'failed', 'passed'] as const

export const AgeCheck = z.object({
  state: z.enum(ageCheckStates),
  /** When the age was confirmed. */
  assuredAt: z.iso.datetime().nullable(),
  /** The company that confirms it; null if the installation has none. */
  provider: z.string().nullable(),
})
export type AgeCheck = z.output<typeof AgeCheck>

export const getAgeCheck = {
  summary: 'Whether the caller’s age is confirmed. While a check is open, the provider is asked.',
  reply: z.object({ ageCheck: AgeCheck }),
} satisfies EndpointSchemas

export const startAgeCheck = {
  summary: 'The page on which the provider confirms the caller’s age; that of the site if nothing is to be confirmed.',
  reply: z.object({ url: z.string() }),
} satisfies EndpointSchemas
