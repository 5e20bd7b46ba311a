import { redirect } from 'react-router'
import { HOUR } from '#contract/time.ts'
import { loading, type Loading } from '#web/api/load.ts'
import { Lander } from '#web/features/landers/lander.tsx'
import { landerQuery } from '#web/features/landers/queries.ts'
import { userQuery } from '#web/features/accounts/queries.ts'
import { redirectFromVisitorPage } from '#web/shell/access.ts'
import { LanderDiscovery } from '#web/shell/discovery.tsx'
import type { PageLayout } from '#web/shell/layouts/page-layout.ts'
import { pageContext } from '#web/shell/document/page.ts'
import { PageTitle } from '#web/shell/document/page-title.tsx'
import { campaignLanderOf, findCampaignLander, slugOf } from './route-params.ts'
import type { Route } from './+types/lander'

/** On the server only: the page is not hydrated. Members are sent on (SHELL-15). */
export const loader = loading(async ({ query, params, context, request }: Loading<Route.LoaderArgs>) => {
  const lander = campaignLanderOf(params)
  const { user } = await query(userQuery())
  const target = redirectFromVisitorPage(user, new URL(request.url).searchParams)
  if (target) throw redirect(target)
  await query(landerQuery({ lander, slug: slugOf(params), language: context.get(pageContext).language }))
})

/** Visitors of a kind share a copy. The browser adds the cookie's campaign to links (decision 0052). */
export const handle: PageLayout = { sharedMs: (params) => (findCampaignLander(params) ? HOUR : 0) }

/** A landing page of a campaign. */
export default function LanderPage({ params }: Route.ComponentProps) {
  const name = campaignLanderOf(params)
  return (
    <Lander
      name={name}
      slug={slugOf(params)}
      head={({ view, title }) => (
        <>
          <PageTitle title={title} description={view.text('lead')} isPrivate={params.slug !== undefined} />
          {import.meta.env.SSR && (
            <LanderDiscovery
              name={name}
              slug={slugOf(params) ?? undefined}
              title={title}
              description={view.text('lead')}
            />
          )}
        </>
      )}
    />
  )
}
