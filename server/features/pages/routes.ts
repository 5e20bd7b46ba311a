import { COMPLAINT_RATE } from '#contract/limits.ts'
import { getPageText, pageHidden, sendComplaint } from '#contract/pages/calls.ts'
import * as schemas from '#contract/pages/schemas.ts'
import type { AppContext } from '#server/context.ts'
import type { Viewer } from '#server/features/accounts/views.ts'
import type { Routes } from '#server/platform/http/routes.ts'
import { findPageText } from './edit-page-text.ts'
import { discoveryRoutes } from './discovery.ts'
import { fillPageText, PageTexts } from './page-texts.ts'
import * as service from './service.ts'
import { pageValues } from './views.ts'

export function pagesRoutes({ route, app }: Routes<Viewer>, context: AppContext) {
  discoveryRoutes(app, context)
  const { config, sites } = context
  const texts = new PageTexts(config.pageTextsDir, (which) => findPageText(context.db, which))

  route(getPageText, schemas.getPageText, async ({ host, params: { page }, query: { language } }) => ({
    text: fillPageText(
      await texts.find({ site: sites.of(host), page, language }),
      pageValues({ config }, { site: sites.of(host), language }),
    ),
  }))

  route(
    sendComplaint,
    schemas.sendComplaint,
    async ({ host, body }) => ({
      complaint: await service.sendComplaint(context, { siteId: sites.of(host).id, form: body }),
    }),
    { rateLimit: COMPLAINT_RATE, keepsViewer: true },
  )

  // The metrics count requests by route, so there is nothing to do (SHELL-19).
  route(pageHidden, schemas.pageHidden, async () => null, { keepsViewer: true })
}
