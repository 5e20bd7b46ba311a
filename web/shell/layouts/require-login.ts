import { redirect, type MiddlewareFunction } from 'react-router'
import { queryOf } from '#web/api/load.ts'
import { userQuery } from '#web/features/accounts/queries.ts'
import { redirectFromMemberPage } from '#web/shell/access.ts'

/** Sends visitors to the log-in page. The API checks every call itself; this only prevents an error page. */
export const requireLogin: MiddlewareFunction<unknown> = async (args) => {
  const { user } = await queryOf(args)(userQuery())
  const target = redirectFromMemberPage(user, new URL(args.request.url))
  if (target) throw redirect(target)
}
