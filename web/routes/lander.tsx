import { redirect } from 'react-router'
import { useSettings } from '#web/features/settings/use-settings.ts'
import { loading, type Loading } from '#web/api/load.ts'
import { Lander } from '#web/features/landers/lander.tsx'
import { landerQuery } from '#web/features/landers/queries.ts'
import { userQuery } from '#web/features/accounts/queries.ts'
import { redirectFromVisitorPage } from '#web/shell/access.ts'
import { pageContext } from '#web/shell/page.ts'
import { PageTitle } from '#web/shell/page-title.tsx'
import { campaignLanderOf, slugOf } from './route-params.ts'
import type { Route } from './+types/lander'

/** On the server only: the page is not hydrated. Members are sent on (SHELL-15). */
export const loader = loading(async ({ query, params, context, request }: Loading<Route.LoaderArgs>) => {
  const lander = campaignLanderOf(params)
  const { user } = await query(userQuery())
  const target = redirectFromVisitorPage(user, new URL(request.url).searchParams)
  if (target) throw redirect(target)
  await query(landerQuery({ lander, slug: slugOf(params), language: context.get(pageContext).language }))
})

/** A landing page of a campaign. */
export default function LanderPage({ params }: Route.ComponentProps) {
  const name = campaignLanderOf(params)
  const { domain } = useSettings()
  return (
    <Lander
      name={name}
      slug={slugOf(params)}
      head={({ view, title }) => (
        <>
          {/* A campaign repeats the page with other texts: search engines find the page itself (LAND-5). */}
          <PageTitle title={title} description={view.text('lead')} isPrivate={params.slug !== undefined} />
          <link rel="canonical" href={`https://${domain}/landers/${name}`} />
        </>
      )}
    />
  )
}
