import { z } from 'zod'
import { DISCOUNT_CODE_MAX_LENGTH } from '#contract/limits.ts'
import { endpoint } from '#contract/endpoint.ts'
import { Line } from '#contract/settings/texts.ts'

/** A discount code as it is typed: capitals and spaces around it make no difference. */
export const DiscountText = Line.toUpperCase().min(1).max(DISCOUNT_CODE_MAX_LENGTH, { error: 'credits.code_not_found' })

export const Discount = z.object({
  code: z.string(),
  percentage: z.int().min(1).max(100),
  /** Lowest price of an order, in minor units of the member's currency; null: any. */
  minimum: z.int().positive().nullable(),
  country: z.string().nullable(),
  expiresAt: z.iso.datetime().nullable(),
})
export type Discount = z.output<typeof Discount>

/** The discount of the company for those who stay. `discount` is the member's code, once it was taken. */
const StayOffer = z.object({
  /** Null when there is none for this member. */
  percentage: z.int().min(1).max(100).nullable(),
  discount: Discount.nullable(),
})

export const getStayOffer = endpoint({
  method: 'GET',
  path: '/api/stay-offer',
  access: 'member',
  summary: 'Returns the discount that the company offers to a member who is about to delete the account.',
  reply: StayOffer,
})

export const acceptStayOffer = endpoint({
  method: 'PUT',
  path: '/api/stay-offer',
  access: 'member',
  summary: 'Gives the member the code of that discount. Repeating a call returns the same code.',
  reply: StayOffer,
})
