import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { OrderId } from '#contract/ids.ts'
import { WITHDRAWALS_LISTED } from '#contract/limits.ts'
import { Currency } from '#contract/settings/settings.ts'

/** What a member gets back for the unspent credits of a purchase. */
const Returned = {
  credits: z.int().positive(),
  amountMinor: z.int().positive(),
}

/** A purchase from which the member can withdraw until `until`. */
export const Withdrawable = z.object({
  orderId: OrderId,
  ...Returned,
  currency: Currency,
  /** What was bought. */
  boughtCredits: z.int(),
  paidMinor: z.int(),
  paidAt: z.iso.datetime(),
  until: z.iso.datetime(),
})
export type Withdrawable = z.output<typeof Withdrawable>

export const listWithdrawable = endpoint({
  method: 'GET',
  path: '/api/withdrawals',
  access: 'member',
  summary: 'Lists the purchases from which the caller can withdraw, with the money for their unspent credits.',
  reply: z.object({ orders: z.array(Withdrawable).max(WITHDRAWALS_LISTED) }),
})

export const withdraw = endpoint({
  method: 'POST',
  path: '/api/orders/:orderId/withdrawal',
  access: 'member',
  summary:
    'Withdraws from a purchase: returns its unspent credits for money, once. The body is what the caller was shown.',
  params: z.strictObject({ orderId: OrderId }),
  body: z.strictObject(Returned),
  reply: z.object({ ...Returned, currency: Currency, withdrawnAt: z.iso.datetime() }),
})
