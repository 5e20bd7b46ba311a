import type { FastifyInstance } from 'fastify'
import { DISCOUNT_QUOTAS, ORDER_RATE } from '#contract/limits.ts'
import * as contract from '#contract/payments/calls.ts'
import * as schemas from '#contract/payments/schemas.ts'
import type { Viewer } from '#server/features/accounts/views.ts'
import type { AppContext } from '#server/context.ts'
import { AppError } from '#server/platform/errors.ts'
import { createCursors } from '#server/platform/http/cursors.ts'
import type { Routes } from '#server/platform/http/routes.ts'
import { sandboxPages } from './providers/sandbox-routes.ts'
import { receiptRoutes } from './receipts/receipt-routes.ts'
import { findRepeatOrder, repeatOrder } from './repeat-order/repeat-order.ts'
import * as service from './service.ts'
import { spendingLimitRoutes } from './spending-limit/spending-limit-routes.ts'
import { removeStored } from './repeat-order/stored-methods.ts'
import { updateOrder } from './orders/update-order.ts'
import { listWithdrawable, withdraw } from './refunds/withdrawals.ts'

export function paymentsRoutes({ route, app, identifyMember }: Routes<Viewer>, context: AppContext) {
  priceRoutes({ route }, context)
  orderRoutes({ route }, context)
  repeatOrderRoutes({ route }, context)
  receiptRoutes({ app, identifyMember }, context)
  spendingLimitRoutes({ route }, context)
  webhookRoutes(app, context)
  if (context.config.paymentProviders.includes('sandbox'))
    void app.register(async (pages) => sandboxPages(pages, context))
}

type Binding = Pick<Routes<Viewer>, 'route'>

function priceRoutes({ route }: Binding, context: AppContext) {
  route(contract.getBundles, schemas.getBundles, async ({ viewer, host, visitor, query: { country } }) => {
    return service.listBundles(context, { viewer, site: context.sites.of(host), visitor: visitor(), asked: country })
  })

  route(contract.getPriceList, schemas.getPriceList, ({ viewer, host, visitor }) =>
    service.listPrices(context, { viewer, settings: context.sites.of(host).settings, visitor: visitor() }),
  )

  route(
    contract.getDiscountCode,
    schemas.getDiscountCode,
    async ({ viewer, host, query: { code, welcome } }) => {
      if (code === undefined && welcome === undefined) throw new AppError('credits.code_not_found')
      const { settings } = context.sites.of(host)
      return service.findCode(context, { viewer, settings, code })
    },
    { quotas: DISCOUNT_QUOTAS, isCounted: ({ query: { code } }) => code !== undefined },
  )
}

function orderRoutes({ route }: Binding, context: AppContext) {
  const cursors = createCursors(context.config, 'orders')

  route(
    contract.createOrder,
    schemas.createOrder,
    async ({ viewer, host, body }) => service.createOrder(context, { viewer, site: context.sites.of(host), ...body }),
    { memberRate: ORDER_RATE },
  )

  route(contract.getOrder, schemas.getOrder, async ({ viewer, params: { orderId } }) => ({
    order: await service.findOrder(context, { viewer, orderId }),
  }))

  route(contract.listOrders, schemas.listOrders, ({ viewer, query: { after } }) =>
    service.listOrders({ db: context.db, cursors }, { viewer, after }),
  )

  route(contract.listWithdrawable, schemas.listWithdrawable, ({ viewer }) => listWithdrawable(context, { viewer }))

  route(
    contract.withdraw,
    schemas.withdraw,
    ({ viewer, params: { orderId }, body }) => withdraw(context, { viewer, orderId, ...body }),
    { memberRate: ORDER_RATE },
  )
}

function repeatOrderRoutes({ route }: Binding, context: AppContext) {
  route(contract.getRepeatOrder, schemas.getRepeatOrder, ({ viewer, host }) =>
    findRepeatOrder(context, { viewer, settings: context.sites.of(host).settings }),
  )

  route(
    contract.createRepeatOrder,
    schemas.createRepeatOrder,
    async ({ viewer, host, body }) => ({
      order: await repeatOrder(context, { viewer, site: context.sites.of(host), ...body }),
    }),
    { memberRate: ORDER_RATE },
  )

  route(contract.removeStoredMethod, schemas.removeStoredMethod, async ({ viewer: { userId } }) => {
    await context.transaction((tx) => removeStored(context, tx, userId))
    return {}
  })
}

function webhookRoutes(app: FastifyInstance, context: AppContext) {
  // Signatures cover the raw bytes, so these routes replace the JSON parser.
  void app.register(async (webhooks) => {
    webhooks.removeAllContentTypeParsers()
    webhooks.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
    for (const provider of context.providers) {
      webhooks.post(`/api/payments/webhooks/${provider.name}`, async (request, reply) => {
        const rawBody = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
        const { headers, query } = request
        let failure: { error: unknown } | undefined
        for (const hint of await provider.readWebhook({ rawBody, headers, query })) {
          try {
            await updateOrder(context, { provider, ...hint, cause: 'webhook' })
          } catch (error) {
            if (failure) request.log.warn({ err: error, provider: provider.name }, 'another item of a webhook failed')
            failure ??= { error }
          }
        }
        // The provider repeats the webhook. What was handled is handled again, which changes nothing.
        if (failure) throw failure.error
        return reply.code(204).send()
      })
    }
  })
}
