import { href, redirect } from 'react-router'
import { openLink } from '#contract/accounts.ts'
import { ApiError } from '#web/api/api-error.ts'
import { apiQuery } from '#web/api/queries.ts'
import { loading, type Loading } from '#web/api/load.ts'
import { isLinkToken } from './route-params.ts'
import type { Route } from './+types/one-time-link'

/**
 * The target of the one-time links in mails: opens the link and redirects. It runs only on the server, as a full page
 * load, so that the session cookie that some links set reaches the browser.
 */
export const loader = loading(async ({ query, params }: Loading<Route.LoaderArgs>) => {
  if (!isLinkToken(params.token)) throw new ApiError(404, { code: 'request.not_found' })
  try {
    await query(apiQuery(openLink, { params: { token: params.token } }))
  } catch (error) {
    if (error instanceof ApiError && error.code === 'accounts.link_invalid') throw redirect(href('/activate/error'))
    throw error
  }
  throw redirect(href('/activate/done'))
})

/** Never rendered. Without a component the errors above would be bare responses instead of the layout's error page. */
export default function OneTimeLink() {
  return null
}
