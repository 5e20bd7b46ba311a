import type { FastifyInstance, FastifyRequest } from 'fastify'
import { join } from 'node:path'
import { transientEvents, type RealtimeEvent } from '#contract/realtime.ts'
import { ageCheckRoutes } from './features/accounts/age-check/age-check-routes.ts'
import { accountsJobs } from './features/accounts/jobs.ts'
import { accountsRoutes } from './features/accounts/routes.ts'
import { createIdentify } from './features/accounts/service.ts'
import { accountsSubscribers } from './features/accounts/subscribers.ts'
import { endUnsentLogOuts } from './features/accounts/sessions/unsent-log-outs.ts'
import { ViewerCache } from './features/accounts/sessions/viewer-cache.ts'
import type { SessionViewer } from './features/accounts/views.ts'
import { chatJobs } from './features/chat/jobs.ts'
import { chatRoutes } from './features/chat/routes.ts'
import { chatSubscribers } from './features/chat/subscribers.ts'
import { creditsJobs } from './features/credits/jobs.ts'
import { creditsRoutes } from './features/credits/routes.ts'
import { creditsSubscribers } from './features/credits/subscribers.ts'
import { debitsJobs } from './features/debits/jobs.ts'
import { debitsRoutes } from './features/debits/routes.ts'
import { debitsSubscribers } from './features/debits/subscribers.ts'
import { exportsJobs } from './features/exports/jobs.ts'
import { exportsRoutes } from './features/exports/routes.ts'
import { exportsSubscribers } from './features/exports/subscribers.ts'
import { gamesJobs } from './features/games/jobs.ts'
import { gamesRoutes } from './features/games/routes.ts'
import { landersJobs } from './features/landers/jobs.ts'
import { landersRoutes } from './features/landers/routes.ts'
import { landerSlugPaths } from './features/landers/service.ts'
import { likesJobs } from './features/likes/jobs.ts'
import { likesRoutes } from './features/likes/routes.ts'
import { likesSubscribers } from './features/likes/subscribers.ts'
import { moderationJobs } from './features/moderation/handle-jobs.ts'
import { moderationMetrics } from './features/moderation/metrics.ts'
import { moderationRoutes } from './features/moderation/routes.ts'
import { moderationSubscribers } from './features/moderation/subscribers.ts'
import { createAuthorizeOperator } from './features/operator/access/authorize.ts'
import { operatorJobs } from './features/operator/jobs.ts'
import { operatorRoutes } from './features/operator/routes.ts'
import { pagesJobs } from './features/pages/jobs.ts'
import { pagesRoutes } from './features/pages/routes.ts'
import { pagesSubscribers } from './features/pages/subscribers.ts'
import { notificationsJobs } from './features/notifications/jobs.ts'
import { notificationsRoutes } from './features/notifications/routes.ts'
import { notificationsSubscribers } from './features/notifications/subscribers.ts'
import { paymentsJobs } from './features/payments/jobs.ts'
import { paymentsRoutes } from './features/payments/routes.ts'
import { paymentsSubscribers } from './features/payments/subscribers.ts'
import { profilesJobs } from './features/profiles/jobs.ts'
import { profilesMetrics } from './features/profiles/metrics.ts'
import { profilesRoutes } from './features/profiles/routes.ts'
import { selfieJobs } from './features/profiles/verification/selfie-jobs.ts'
import { profilesSubscribers } from './features/profiles/subscribers.ts'
import { Activity } from './features/search/activity.ts'
import { searchJobs } from './features/search/jobs.ts'
import { searchRoutes } from './features/search/routes.ts'
import { searchSubscribers } from './features/search/subscribers.ts'
import { settingsRoutes } from './features/settings/routes.ts'
import { rememberTrafficSource } from './features/settings/traffic-source.ts'
import { signupRoutes } from './features/signup/routes.ts'
import { unlocksRoutes } from './features/unlocks/routes.ts'
import type { AppContext } from './context.ts'
import { answerUnknownPaths } from './platform/http/error-replies.ts'
import { registerHealth } from './platform/http/health.ts'
import { serveApiDocs } from './platform/http/openapi.ts'
import { QuotaCounter } from './platform/http/limits/quotas.ts'
import { warnAboutUntrustedProxy } from './platform/http/limits/proxy-warning.ts'
import { registerRateLimit } from './platform/http/limits/rate-limit.ts'
import { registerReads } from './platform/http/read-position.ts'
import type { Identify } from './platform/http/callers.ts'
import { createRoutes, type Routes } from './platform/http/routes.ts'
import { createHttpServer } from './platform/http/server.ts'
import { delayStop } from './platform/http/stop-delay.ts'
import { openUploads } from './platform/http/uploads.ts'
import { queueJobs } from './platform/jobs/clear-failed.ts'
import { partitionJobs } from './platform/postgres/partitions/analyze-job.ts'
import { registerMailbox } from './platform/mail/mailbox.ts'
import { registerMetrics } from './platform/metrics.ts'
import { serveRealtime } from './platform/realtime/route.ts'
import { webHost } from './web-host.ts'

declare module './platform/realtime/hub.ts' {
  interface RealtimeTypes {
    event: RealtimeEvent
  }
}

/**
 * Builds the web server from platform and slices. Only this file knows all slices. Without `keepsViewers`
 * every request looks up its session: for tests that change accounts in SQL and expect the effect at once.
 * Without `storesActivity` requests make no one online: for tests that set in SQL when members were active.
 */
export async function buildApp(
  context: AppContext,
  { withWeb = true, keepsViewers = true, storesActivity = true } = {},
): Promise<FastifyInstance> {
  await context.sites.start()
  const activity = new Activity(context)
  const viewers = new ViewerCache(context)
  if (keepsViewers) await viewers.start()
  const identifyAccount = createIdentify({ ...context, viewers })
  const identify = async (request: FastifyRequest) => {
    const viewer = await identifyAccount(request)
    if (viewer) activity.touch(viewer.userId)
    return viewer
  }

  // A member who reads for a while sends no request, and is online (PRO-12).
  context.realtime.onConnected((userId) => activity.connected(userId))

  const app = await buildPlatform(context, identify)
  const uploads = await openUploads({ directory: join(context.config.dataDir, 'incoming') })
  const quotaCounter = new QuotaCounter(context)
  app.addHook('onClose', () => quotaCounter.close())
  const { route, identifyMember, answerPage } = createRoutes(app, {
    identify,
    authorizeOperator: createAuthorizeOperator(context),
    uploads,
    quotaCounter,
    readFor: registerReads(app, context),
  })
  bindRoutes({ app, identify, identifyMember, route }, context)
  subscribe(context)
  handleJobs(context)
  if (withWeb) {
    const { config, sites } = context
    await webHost(app, {
      answerPage,
      config,
      sites,
      findSlugPaths: () => landerSlugPaths(context),
      onPage: (visit) => rememberTrafficSource(context, visit),
    })
  }

  if (storesActivity) app.addHook('onReady', async () => activity.start())
  app.addHook('onClose', async () => viewers.stop())
  app.addHook('onClose', () => activity.stop())
  return app
}

/** Creates the server with all that is no part of a slice; hooks come before the routes they apply to. */
async function buildPlatform(context: AppContext, identify: Identify<SessionViewer>) {
  context.realtime.defineEvents({ transient: transientEvents })
  const app = await createHttpServer({ ...context, replies: context })
  const isStopping = delayStop(app, context.config)
  warnAboutUntrustedProxy(app, context)
  await registerRateLimit(app, context)
  endUnsentLogOuts(app, context)
  answerUnknownPaths(app)
  registerMetrics(app, context, [moderationMetrics(context), profilesMetrics(context)])
  registerMailbox(app, context)
  await serveApiDocs(app, { title: 'Rendezvous' })
  await serveRealtime(app, { realtime: context.realtime, identify })
  registerHealth(app, { ...context, isStopping })
  return app
}

function bindRoutes(routes: Routes<SessionViewer>, context: AppContext) {
  settingsRoutes(routes, context)
  accountsRoutes(routes, context)
  ageCheckRoutes(routes, context)
  pagesRoutes(routes, context)
  moderationRoutes(routes, context)
  profilesRoutes(routes, context)
  creditsRoutes(routes, context)
  unlocksRoutes(routes, context)
  paymentsRoutes(routes, context)
  debitsRoutes(routes, context)
  landersRoutes(routes, context)
  signupRoutes(routes, context)
  searchRoutes(routes, context)
  likesRoutes(routes, context)
  chatRoutes(routes, context)
  exportsRoutes(routes, context)
  gamesRoutes(routes, context)
  notificationsRoutes(routes, context)
  operatorRoutes(routes, context)
}

function subscribe(context: AppContext) {
  accountsSubscribers(context)
  pagesSubscribers(context)
  moderationSubscribers(context)
  profilesSubscribers(context)
  creditsSubscribers(context)
  paymentsSubscribers(context)
  debitsSubscribers(context)
  searchSubscribers(context)
  likesSubscribers(context)
  chatSubscribers(context)
  exportsSubscribers(context)
  notificationsSubscribers(context)
}

function handleJobs(context: AppContext) {
  queueJobs(context)
  partitionJobs(context)
  accountsJobs(context)
  pagesJobs(context)
  moderationJobs(context)
  profilesJobs(context)
  selfieJobs(context)
  creditsJobs(context)
  paymentsJobs(context)
  debitsJobs(context)
  landersJobs(context)
  searchJobs(context)
  likesJobs(context)
  chatJobs(context)
  exportsJobs(context)
  gamesJobs(context)
  notificationsJobs(context)
  operatorJobs(context)
}
