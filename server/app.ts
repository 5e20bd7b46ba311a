import type { FastifyInstance, FastifyRequest } from 'fastify'
import { accountsJobs } from './features/accounts/jobs.ts'
import { accountsRoutes } from './features/accounts/routes.ts'
import { createIdentify } from './features/accounts/service.ts'
import { accountsSubscribers } from './features/accounts/subscribers.ts'
import { chatRoutes } from './features/chat/routes.ts'
import { chatSubscribers } from './features/chat/subscribers.ts'
import { creditsSubscribers } from './features/credits/subscribers.ts'
import { likesRoutes } from './features/likes/routes.ts'
import { likesSubscribers } from './features/likes/subscribers.ts'
import { moderationRoutes } from './features/moderation/routes.ts'
import { moderationSubscribers } from './features/moderation/subscribers.ts'
import { paymentsJobs } from './features/payments/jobs.ts'
import { paymentsRoutes } from './features/payments/routes.ts'
import { paymentsSubscribers } from './features/payments/subscribers.ts'
import { profilesJobs } from './features/profiles/jobs.ts'
import { profilesRoutes } from './features/profiles/routes.ts'
import { profilesSubscribers } from './features/profiles/subscribers.ts'
import { createActivity } from './features/search/activity.ts'
import { searchJobs } from './features/search/jobs.ts'
import { searchRoutes } from './features/search/routes.ts'
import { searchSubscribers } from './features/search/subscribers.ts'
import { settingsRoutes } from './features/settings/routes.ts'
import { signupRoutes } from './features/signup/routes.ts'
import type { AppContext } from './context.ts'
import { createHttpServer } from './platform/http/server.ts'
import { createRoutes, type Routes } from './platform/http/routes.ts'
import { registerMailbox } from './platform/mail/mailbox.ts'
import { registerMetrics } from './platform/metrics.ts'
import { serveApiDocs } from './platform/http/openapi.ts'
import { registerRateLimit } from './platform/http/rate-limit.ts'
import { serveRealtime } from './platform/realtime/route.ts'
import { addSecurityHeaders } from './platform/http/security-headers.ts'
import { webHost } from './web-host.ts'

/** Puts platform and slices together; the only file that knows them all. Slices stand in the order of the news. */
export async function buildApp(context: AppContext, { withWeb = true } = {}): Promise<FastifyInstance> {
  const { config } = context
  await context.sites.start()
  const activity = createActivity(context)
  const identifyAccount = createIdentify(context)
  const identify = async (request: FastifyRequest) => {
    const viewer = await identifyAccount(request)
    if (viewer) activity.touch(viewer.userId)
    return viewer
  }

  const app = await createHttpServer(context)
  addSecurityHeaders(app, config)
  await registerRateLimit(app, context)
  registerMetrics(app, context)
  registerMailbox(app, context)
  await serveApiDocs(app, { title: 'Rendezvous' })
  await serveRealtime(app, { realtime: context.realtime, identify })

  const { route, answerPage } = createRoutes(app, identify)
  const routes: Routes = { app, identify, route }
  settingsRoutes(routes, context)
  accountsRoutes(routes, context)
  moderationRoutes(routes, context)
  profilesRoutes(routes, context)
  paymentsRoutes(routes, context)
  signupRoutes(routes, context)
  searchRoutes(routes, context)
  likesRoutes(routes, context)
  chatRoutes(routes, context)

  accountsSubscribers(context)
  moderationSubscribers(context)
  profilesSubscribers(context)
  creditsSubscribers(context)
  paymentsSubscribers(context)
  searchSubscribers(context)
  likesSubscribers(context)
  chatSubscribers(context)

  accountsJobs(context)
  profilesJobs(context)
  paymentsJobs(context)
  searchJobs(context)

  app.get('/health', { schema: { hide: true }, config: { rateLimit: false } }, async () => {
    await context.database.pool.query('select 1')
    return { status: 'ok' }
  })
  if (withWeb) await webHost(app, answerPage)

  app.addHook('onReady', async () => activity.start())
  app.addHook('onClose', async () => activity.stop())
  return app
}
