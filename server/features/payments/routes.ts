import { ORDER_RATE } from '#contract/limits.ts'
import * as contract from '#contract/payments.ts'
import type { Viewer } from '#server/features/accounts/views.ts'
import type { AppContext } from '#server/context.ts'
import { createCursors } from '#server/platform/http/cursors.ts'
import type { Routes } from '#server/platform/http/routes.ts'
import { sandboxPages } from './providers/sandbox-routes.ts'
import * as service from './service.ts'

export function paymentsRoutes({ route, app }: Routes<Viewer>, context: AppContext) {
  const cursors = createCursors({ secret: context.config.secret, purpose: 'orders' })

  route(contract.getBundles, async ({ viewer, host }) => {
    const { settings } = context.sites.of(host)
    return service.listBundles(context, { viewer, settings })
  })

  route(
    contract.createOrder,
    async ({ viewer, host, body }) => service.createOrder(context, { viewer, site: context.sites.of(host), ...body }),
    { rateLimit: ORDER_RATE },
  )

  route(contract.getOrder, async ({ viewer, params: { orderId } }) => ({
    order: await service.findOrder(context, { viewer, orderId }),
  }))

  route(contract.listOrders, ({ viewer, query: { after } }) =>
    service.listOrders({ db: context.db, cursors }, { viewer, after }),
  )

  // Signatures cover the raw bytes, so these routes replace the JSON parser.
  void app.register(async (webhooks) => {
    webhooks.removeAllContentTypeParsers()
    webhooks.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
    for (const provider of service.providersOf(context)) {
      webhooks.post(`/api/payments/webhooks/${provider.name}`, async (request, reply) => {
        const rawBody = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
        const event = provider.verifyWebhook(rawBody, request.headers)
        await service.applyEvent(context, { provider, event })
        return reply.code(204).send()
      })
    }
  })

  if (context.config.paymentProvider === 'sandbox') void app.register(async (pages) => sandboxPages(pages, context))
}
