import { Outlet, redirect, type MiddlewareFunction } from 'react-router'
import { queryOf } from '#web/api/load.ts'
import { userQuery } from '#web/features/accounts/queries.ts'
import { settingsQuery } from '#web/features/settings/queries.ts'
import { redirectFromSearch } from '#web/shell/access.ts'

/** Search and profiles: open to visitors if the site's `logged_out_search` allows (PRO-10, SEARCH-6). */
const requireLoginWhereClosed: MiddlewareFunction<unknown> = async (args) => {
  const query = queryOf(args)
  const [{ user }, site] = await Promise.all([query(userQuery()), query(settingsQuery())])
  const target = redirectFromSearch(user, { ...site, page: new URL(args.request.url) })
  if (target) throw redirect(target)
}

export const middleware = [requireLoginWhereClosed]
export const clientMiddleware = [requireLoginWhereClosed]

export default function VisitorsAllowed() {
  return <Outlet />
}
