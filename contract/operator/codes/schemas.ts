import { z } from 'zod'
import { DiscountText } from '#contract/credits/schemas.ts'
import { Email } from '#contract/accounts/schemas.ts'
import type { EndpointSchemas } from '#contract/endpoint.ts'
import { DISCOUNT_CODES_MAX } from '#contract/limits.ts'
import { INTEGER_MAX } from '#contract/numbers.ts'
import { Country } from '#contract/settings/schemas.ts'

const Count = z.int().positive().max(INTEGER_MAX)
/** A day, as in `2027-01-31`. */
const Day = z.iso.date()

const Terms = {
  percentage: z.int().min(1, { error: 'settings.value_invalid' }).max(100, { error: 'settings.value_invalid' }),
  /** Lowest price of an order, in minor units of the member’s currency. */
  minimumMinor: Count.nullable(),
  country: Country.nullable(),
  /** How many members can use it, once each. */
  maxUses: Count.nullable(),
}

export const NewCode = z.strictObject({
  code: DiscountText.regex(/^[A-Z\d-]+$/, { error: 'settings.value_invalid' }),
  ...Terms,
  /** Address of the only member who can use it. */
  email: Email.nullable(),
  startsOn: Day.nullable(),
  /** The last day counts. */
  endsOn: Day.nullable(),
})
export type NewCode = z.output<typeof NewCode>

const Code = z.object({
  code: z.string(),
  ...Terms,
  country: z.string().nullable(),
  isForOne: z.boolean(),
  startsAt: z.iso.datetime().nullable(),
  expiresAt: z.iso.datetime().nullable(),
  hasEnded: z.boolean(),
  used: z.int(),
  /** Orders that have it and are not paid yet. */
  held: z.int(),
})
export type Code = z.output<typeof Code>

export const listCodes = {
  summary: 'Discount codes that operators have made, newest first.',
  reply: z.object({ codes: z.array(Code).max(DISCOUNT_CODES_MAX) }),
} satisfies EndpointSchemas

export const createCode = {
  summary: 'Makes a discount code, for all members or for one.',
  body: NewCode,
  reply: z.null(),
} satisfies EndpointSchemas

export const endCode = {
  summary: 'Ends a code: no order takes it any more.',
  params: z.strictObject({ code: DiscountText }),
  reply: z.null(),
} satisfies EndpointSchemas
