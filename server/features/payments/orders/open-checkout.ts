import { keepDiscount } from '#server/features/credits/discounts.ts'
import type { Site } from '#server/features/settings/service.ts'
import { siteUrl } from '#server/features/settings/views.ts'
import type { AppContext } from '#server/context.ts'
import { AppError, fieldError } from '#server/platform/errors.ts'
import type { Viewer } from '#server/features/accounts/views.ts'
import type { PaymentMethod } from '#contract/payments/schemas.ts'
import type { Tx } from '#server/platform/postgres/tx.ts'
import { ProviderRejection, type Provider } from '#server/features/payments/providers/provider.ts'
import * as queries from '#server/features/payments/queries.ts'
import { nextCheck } from '#server/features/payments/rules.ts'
import { endOrder } from './end-order.ts'

interface StoredOrder {
  order: Awaited<ReturnType<typeof queries.orderByClientId>>
  viewer: Viewer
  site: Site
  storesMethod: boolean
  onOpen: ((tx: Tx, order: { publicId: string }) => Promise<void>) | undefined
}

/** Returns where the buyer goes for an order. @throws AppError as `createOrder` */
export async function checkoutOf(
  context: Pick<AppContext, 'clock' | 'config' | 'log' | 'transaction' | 'providers'>,
  { order, ...input }: StoredOrder,
) {
  if (order.status === 'failed' || order.status === 'cancelled') throw new AppError('payments.order_ended')
  const resultUrl = new URL(resultPath(order), siteUrl(context, input.site)).href
  if (order.status !== 'pending') return resultUrl
  if (order.checkoutUrl !== null) return order.checkoutUrl
  // Not the one that takes new payments now: webhooks and checks find a payment by the provider of its order.
  const provider = context.providers.find(({ name }) => name === order.provider)
  if (!provider) throw new AppError('payments.provider_unavailable')
  if (isCollected({ provider, method: order.method })) return resultUrl
  return openCheckout(context, { ...input, provider, order })
}

/** Whether a payment is collected later with the buyer's mandate, without a page of the provider (PAY-12). */
export function isCollected({ provider, method }: { provider: Provider; method: PaymentMethod }) {
  return method === 'sdd' && provider.debits !== null
}

const resultPath = ({ publicId }: { publicId: string }) => `/transactions/${publicId}`

async function openCheckout(
  context: Pick<AppContext, 'clock' | 'config' | 'log' | 'transaction'>,
  input: StoredOrder & { provider: Provider },
) {
  const { clock } = context
  const { provider, order, viewer, site } = input
  const { id, publicId, amountMinor, currency, method, paymentCountry: country, discountCode: code } = order
  if (code !== null) {
    await context.transaction((tx) => keepDiscount(context, tx, { userId: viewer.userId, code, orderId: id }))
  }
  const place = {
    siteUrl: siteUrl(context, site),
    returnPath: resultPath(order),
    merchant: site.settings.name,
  }
  const money = { id: publicId, amountMinor, currency, method, country, language: viewer.language }
  try {
    const storesMethod = input.storesMethod && provider.stores(method)
    const checkout = await provider.createCheckout({ ...money, ...place, storesMethod })
    const nextCheckAt = nextCheck({ since: order.createdAt, now: clock.now() })
    const hasEnded = await context.transaction(async (tx) => {
      const isFirst = (await queries.lockCheckout(tx, id)) === null
      const status = await queries.saveCheckout(tx, { id, ...checkout, nextCheckAt })
      const isOver = status === 'failed' || status === 'cancelled'
      if (isFirst && !isOver) await input.onOpen?.(tx, order)
      return isOver
    })
    // While the provider was asked.
    if (hasEnded) throw new AppError('payments.order_ended')
    return checkout.checkoutUrl
  } catch (error) {
    if (!(error instanceof ProviderRejection)) throw error
    // Its account at the provider lacks the method, or the amount is out of its bounds.
    context.log.error({ err: error, provider: provider.name, method }, 'payment provider rejects a checkout')
    await endOrder(context, { id, cause: 'rejected' })
    throw fieldError('method', 'payments.method_unknown')
  }
}
