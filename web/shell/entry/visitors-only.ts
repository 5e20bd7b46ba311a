import { redirect, type LoaderFunctionArgs } from 'react-router'
import { loading, type Loading } from '#web/api/load.ts'
import { userQuery } from '#web/features/accounts/queries.ts'
import { redirectFromVisitorPage } from '#web/shell/access.ts'

/** Loader of the pages for visitors: sends members on (SHELL-15). */
export const visitorsOnly = loading(async ({ query, request }: Loading<LoaderFunctionArgs>) => {
  const { user } = await query(userQuery())
  const target = redirectFromVisitorPage(user, new URL(request.url).searchParams)
  if (target) throw redirect(target)
})
