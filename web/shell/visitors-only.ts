import { redirect } from 'react-router'
import { loading } from '#web/api/load.ts'
import { userQuery } from '#web/features/accounts/queries.ts'
import { redirectFromVisitorPage } from './access.ts'

/** Loader of the pages for visitors: sends members to the member search. */
export const visitorsOnly = loading(async ({ query }) => {
  const { user } = await query(userQuery())
  const target = redirectFromVisitorPage(user)
  if (target) throw redirect(target)
})
