import { Outlet, redirect, type MiddlewareFunction, href } from 'react-router'
import { queryClientContext } from '#web/api/load.ts'
import { userQuery } from '#web/features/accounts/queries.ts'

/** Sends visitors without log-in to the log-in page. The API checks every call again; this only spares an error. */
const requireLogin: MiddlewareFunction<unknown> = async ({ context }) => {
  const { user } = await context.get(queryClientContext).query({ ...userQuery(), staleTime: 'static' })
  if (!user) throw redirect(href('/login'))
}

export const middleware = [requireLogin]
export const clientMiddleware = [requireLogin]

export default function MembersOnly() {
  return <Outlet />
}
