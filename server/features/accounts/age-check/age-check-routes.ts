import { AGE_CHECK_QUOTAS, AGE_CHECK_RATE } from '#contract/limits.ts'
import * as contract from '#contract/accounts/age-check-calls.ts'
import * as schemas from '#contract/accounts/age-check-schemas.ts'
import type { AppContext } from '#server/context.ts'
import type { SearchingViewer } from '#server/features/accounts/views.ts'
import { demoAgeProvider } from '#server/platform/age-provider/age-provider.ts'
import type { Routes } from '#server/platform/http/routes.ts'
import { ageCheckOf, startAgeCheck } from './age-check.ts'
import { demoAgePage } from './demo-age-page.ts'

/** The calls by which members have their age confirmed, and in a demo the page of its provider. */
export function ageCheckRoutes({ route, app, identifyMember }: Routes<SearchingViewer>, context: AppContext) {
  route(
    contract.getAgeCheck,
    schemas.getAgeCheck,
    async ({ viewer }) => ({ ageCheck: await ageCheckOf(context, { viewer }) }),
    { memberRate: AGE_CHECK_RATE },
  )

  route(
    contract.startAgeCheck,
    schemas.startAgeCheck,
    async ({ viewer, host }) => startAgeCheck(context, { viewer, site: context.sites.of(host) }),
    { quotas: AGE_CHECK_QUOTAS },
  )

  const isAsked = context.sites.all().some(({ settings }) => settings.age_check_countries.length > 0)
  if (isAsked && !context.ageProvider)
    context.log.warn('age_check_countries is set, and no age can be confirmed without AGE_PROVIDER_URL')
  if (context.ageProvider === demoAgeProvider)
    void app.register(async (pages) => demoAgePage(pages, { ...context, identifyMember }))
}
