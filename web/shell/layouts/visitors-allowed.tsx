import { href, Outlet, redirect, type MiddlewareFunction } from 'react-router'
import { mayVisitorsBrowse } from '#contract/settings.ts'
import { queryClientContext } from '#web/api/load.ts'
import { userQuery } from '#web/features/accounts/queries.ts'
import { settingsQuery } from '#web/features/settings/queries.ts'

/** Search and profiles: open to visitors where the site's `logged_out_search` lets them look (PRO-10, SEARCH-6). */
const letLook: MiddlewareFunction<unknown> = async ({ context }) => {
  const client = context.get(queryClientContext)
  const [{ user }, { settings }] = await Promise.all([
    client.query({ ...userQuery(), staleTime: 'static' }),
    client.query({ ...settingsQuery(), staleTime: 'static' }),
  ])
  if (!user && !mayVisitorsBrowse(settings)) throw redirect(href('/login'))
}

export const middleware = [letLook]
export const clientMiddleware = [letLook]

export default function VisitorsAllowed() {
  return <Outlet />
}
