import { href, redirect } from 'react-router'
import { openLink } from '#contract/accounts.ts'
import { ApiError } from '#web/api/api-error.ts'
import { apiQuery } from '#web/api/queries.ts'
import { loading, type Loading } from '#web/api/load.ts'
import type { Route } from './+types/one-time-link'

/** What a token looks like; any other path of one segment is no page. */
const TOKEN = /^[\w-]{43}$/

/**
 * Where the one-time links of mails land: does what the link is for and goes on. It answers with a full page from
 * the server only, so that the session cookie which some links set reaches the browser.
 */
export const loader = loading(async ({ query, params }: Loading<Route.LoaderArgs>) => {
  if (!TOKEN.test(params.token)) throw new ApiError(404, { code: 'request.not_found' })
  try {
    await query(apiQuery(openLink, { params: { token: params.token } }))
  } catch (error) {
    if (error instanceof ApiError && error.code === 'accounts.link_invalid') throw redirect(href('/activate/error'))
    throw error
  }
  throw redirect(href('/activate/done'))
})

/** Never drawn; without it the refusals above would be bare answers instead of the layout's error page. */
export default function OneTimeLink() {
  return null
}
