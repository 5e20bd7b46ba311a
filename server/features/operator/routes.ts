import type { AppContext } from '#server/context.ts'
import type { Routes } from '#server/platform/http/routes.ts'
import { passkeyRoutes } from './access/passkey-routes.ts'
import { accessRoutes } from './access/routes.ts'
import { auditRoutes } from './audit/routes.ts'
import { memberRoutes } from './members/routes.ts'
import { moneyRoutes } from './money/routes.ts'
import { overviewRoutes } from './overview/routes.ts'
import { moderationRoutes } from './moderation/routes.ts'
import { photosRoutes } from './photos/routes.ts'
import { codeRoutes } from './codes/routes.ts'
import { fictionalRoutes } from './fictional/routes.ts'
import { landerRoutes } from './site/lander-routes.ts'
import { siteRoutes } from './site/routes.ts'
import { teamRoutes } from './team/routes.ts'
import { verificationRoutes } from './verification/routes.ts'

/** The calls of the operators' console, one line for each area. */
export function operatorRoutes(routes: Routes, context: AppContext) {
  accessRoutes(routes, context)
  passkeyRoutes(routes, context)
  teamRoutes(routes, context)
  auditRoutes(routes, context)
  memberRoutes(routes, context)
  moneyRoutes(routes, context)
  overviewRoutes(routes, context)
  moderationRoutes(routes, context)
  photosRoutes(routes, context)
  siteRoutes(routes, context)
  landerRoutes(routes, context)
  codeRoutes(routes, context)
  fictionalRoutes(routes, context)
  verificationRoutes(routes, context)
}
