import { createHash } from 'node:crypto'
import { logOut } from '#contract/accounts.ts'
import { chatFilters } from '#contract/chat.ts'
import type { AnyEndpoint } from '#contract/endpoint.ts'
import { likeLists } from '#contract/likes.ts'
import { photoSizes, photoUrl } from '#contract/photo-urls.ts'
import { requestOf } from '#web/api/call.ts'
import type { TestApp } from '#tests/support/app.ts'
import type { Member } from '#tests/support/builders.ts'
import { endpoints } from '#tests/support/endpoints.ts'
import { mailsAbout } from '#tests/support/mails.ts'
import { randomAddress } from '#tests/support/site-calls.ts'
import { accessTable } from './access-table.ts'
import { nameOf, type Fixture } from './fixture.ts'
import { rawRoutes } from './raw-routes.ts'

/** Lists that have further forms than the one in the table of calls. */
const moreUrls = [
  ...likeLists.map((type) => `/api/likes/${type}`),
  '/api/likes/matches?conversation=none',
  ...chatFilters.map((filter) => `/api/chats?filter=${filter}`),
  '/api/members?country=NL&gender=both&minAge=18&maxAge=99',
  '/api/members?country=NL&gender=both&minAge=18&maxAge=99&photo=true',
  '/api/members/suggestions?country=NL&gender=female&minAge=90&maxAge=99&photo=true',
]

/** For machines, and different whenever they are asked; or about the site alone, and costly. */
const isNotAboutMembers = (url: string) =>
  /^\/(health|ready|metrics|dev|sandbox|share\.jpg|share\/gallery|api\/(docs|geocode))\b/.test(url)

/**
 * Returns the URL of everything that only reads: all calls of the contract with that method, about the owner and what the
 * owner has, the routes beside them, and every photo in every size.
 */
function urlsOf(fixture: Fixture) {
  const calls = endpoints.filter(({ method, path }) => method === 'GET' && path !== logOut.path).map(urlOf(fixture))
  const routes = rawRoutes.filter(({ method }) => !method).map(({ url }) => url(fixture))
  const photos = [fixture.mainPhotoId, fixture.photoId].flatMap((id) => photoSizes.map((size) => photoUrl(id, size)))
  return [...new Set([...calls, ...moreUrls, ...routes, ...photos])].filter((url) => !isNotAboutMembers(url))
}

const urlOf = (fixture: Fixture) => (endpoint: AnyEndpoint) =>
  requestOf(endpoint, accessTable[nameOf(endpoint)]?.[1]?.(fixture) ?? {}).url

/** Returns a text without the id of the request, and of an image or file the hash, which a failure can print. */
function readable(payload: Buffer, type: string) {
  if (/^(image|application\/(pdf|zip))/.test(type)) return createHash('sha256').update(payload).digest('hex')
  return payload.toString().replace(/"requestId":"[^"]*"/, '"requestId":""')
}

/**
 * Returns, to the byte, all that a viewer can read about the owner of a fixture, and the mails to the viewer: status, headers
 * and payload of every answer, without what differs in every answer.
 */
export async function wholeTranscript({ app, context }: TestApp, fixture: Fixture, viewer: Member | null) {
  const answers: Record<string, unknown> = {}
  for (const url of urlsOf(fixture)) {
    // An address of its own each, because an address has limits.
    const headersOf = { ...randomAddress(), ...(viewer && { cookie: viewer.cookie }) }
    const { statusCode, headers, rawPayload } = await app.inject({ url, headers: headersOf })
    // `ratelimit` counts the caller's own requests.
    const { date: _, ratelimit: _count, ...rest } = headers
    // Two rejections by a limit would be the same whatever they hide.
    if (statusCode === 429) throw new Error(`${url} met a limit`)
    answers[url] = { statusCode, headers: rest, payload: readable(rawPayload, String(headers['content-type'])) }
  }
  return { answers, mails: viewer ? await mailsAbout(context, viewer) : [] }
}
