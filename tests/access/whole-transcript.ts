import { createHash } from 'node:crypto'
import { logIn, logOut, openLink, resetPassword } from '#contract/accounts/calls.ts'
import { deleteChat } from '#contract/chat/calls.ts'
import { chatFilters } from '#contract/chat/chat-filters.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { likeLists } from '#contract/likes/like-lists.ts'
import { blockProfile } from '#contract/moderation/calls.ts'
import { photoSizes, photoUrl } from '#contract/profiles/photo-urls.ts'
import { requestPose } from '#contract/profiles/verification-calls.ts'
import {
  changePassword,
  endOtherSessions,
  startPasskey,
  startPasskeyLogin,
  startSecondFactor,
} from '#contract/accounts/security-calls.ts'
import { signUp } from '#contract/signup/calls.ts'
import { requestOf } from '#web/api/call.ts'
import type { TestApp } from '#tests/support/site/app.ts'
import type { Member } from '#tests/support/builders.ts'
import { encodeCall, type EncodedCall } from '#tests/support/site/encode-call.ts'
import { endpoints } from '#tests/support/audits/endpoints.ts'
import { mailsAbout } from '#tests/support/mails.ts'
import { randomAddress } from '#tests/support/audits/site-calls.ts'
import { PUBLIC_ID, type Snapshot } from '#tests/support/audits/snapshot.ts'
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

/** After these calls the session, or what other calls are about, is gone. */
const ending: Endpoint[] = [deleteChat, blockProfile, signUp, openLink, resetPassword, changePassword, endOtherSessions]

/** Left out: the log-in as the owner, who may read all that is theirs, and the viewer's random values. */
const left: Endpoint[] = [logIn, startSecondFactor, startPasskey, startPasskeyLogin]

/** All other calls that change something. */
const changing = [
  ...endpoints.filter((endpoint) => endpoint.method !== 'GET' && ![...left, ...ending].some(isSameAs(endpoint))),
  ...ending,
]

function isSameAs(endpoint: Endpoint) {
  return (other: Endpoint) => nameOf(other) === nameOf(endpoint)
}

/**
 * Returns the URL of everything that only reads: all such calls of the contract, about the owner and what the
 * owner has, the routes beside them, and every photo in every size.
 */
export function readingUrls(fixture: Fixture) {
  const calls = endpoints.filter(({ method, path }) => method === 'GET' && path !== logOut.path).map(urlOf(fixture))
  const routes = rawRoutes.filter(({ method }) => !method).map(({ url }) => url(fixture))
  const photos = [fixture.mainPhotoId, fixture.photoId].flatMap((id) => photoSizes.map((size) => photoUrl(id, size)))
  return [...new Set([...calls, ...moreUrls, ...routes, ...photos])].filter((url) => !isNotAboutMembers(url))
}

const urlOf = (fixture: Fixture) => (endpoint: Endpoint) =>
  requestOf(endpoint, accessTable[nameOf(endpoint)]?.[1]?.(fixture) ?? {}).url

/** Returns every call that changes something, about the owner and their things. Equal in both worlds. */
export function changingCalls(fixture: Fixture, image: Blob): Promise<EncodedCall[]> {
  return Promise.all(
    changing.map((endpoint) => {
      const { upload, ...input } = accessTable[nameOf(endpoint)]?.[1]?.(fixture) ?? {}
      return encodeCall(endpoint, input, upload && { file: image })
    }),
  )
}

/**
 * Returns how calls are answered to a viewer in order, and the mails to that viewer: status, headers and
 * payload to the byte, without what differs in every answer.
 */
export async function transcriptOf(
  { app, context }: TestApp,
  calls: (Pick<EncodedCall, 'url'> & Partial<EncodedCall>)[],
  viewer: Member | null,
) {
  const answers: Record<string, unknown> = {}
  for (const call of calls) {
    // An address of its own each, because an address has limits.
    const headersOf = { ...call.headers, ...randomAddress(), ...(viewer && { cookie: viewer.cookie }) }
    const { statusCode, headers, rawPayload } = await app.inject({ ...call, headers: headersOf })
    // What an event reports is read when it is sent, which may be after the next change.
    if (call.method) await context.events.drain()
    // `ratelimit` counts the caller's own requests; tokens are random.
    const { date: _, ratelimit: _count, ...rest } = headers
    const name = `${call.method ?? 'GET'} ${call.url}`
    // Two rejections by a limit would be the same whatever they hide.
    if (statusCode === 429) throw new Error(`${name} met a limit`)
    if (viewer && rawPayload.includes('"authentication_required"') && !ends(call))
      throw new Error(`${name} was answered as to a visitor`)
    // Of a random pose the length is random, too.
    if (call.url === requestPose.path) delete rest['content-length']
    answers[name] = { statusCode, headers: rest, payload: readable(rawPayload, String(headers['content-type'])) }
  }
  return { answers, mails: viewer ? await mailsAbout(context, viewer) : [] }
}

/** Whether the session may be over by then. */
function ends({ method, url }: Partial<EncodedCall>) {
  return ending.some((endpoint) => endpoint.method === method && endpoint.path === url)
}

/** Returns a text without the request's id; of an image or file the hash, which a failure can print. */
function readable(payload: Buffer, type: string) {
  if (/^(image|application\/(pdf|zip))/.test(type)) return createHash('sha256').update(payload).digest('hex')
  return payload.toString().replace(/"requestId":"[^"]*"/, '"requestId":""')
}

/** Replaces what is random: poses, tokens, nonces, and new ids, by the order in which they come. */
export function withoutRandom<Value>(value: Value, { ids }: Pick<Snapshot, 'ids'>): Value {
  const made = new Map<string, string>()
  const nameOfNew = (id: string) => made.get(id) ?? (made.set(id, `new-${made.size}`), made.get(id) ?? '')
  const text = JSON.stringify(value)
    .replaceAll(/(\\"pose\\":\\")\w+/g, '$1')
    .replaceAll(/\b(session|device)=[^;"\\]+/g, '$1=')
    .replaceAll(/(?<![\w-])[\w-]{43}(?![\w-])/g, 'token')
    .replaceAll(/nonce(=\\"|-)[\w-]{22}/g, 'nonce$1')
    .replaceAll(/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/g, nameOfNew)
    .replaceAll(PUBLIC_ID, (id) => (ids.has(id) ? id : nameOfNew(id)))
  return JSON.parse(text) as Value
}

type Transcript = Awaited<ReturnType<typeof transcriptOf>>

/** Returns where two transcripts differ: the end of each answer, from just before the first difference. */
export function differencesOf(one: Transcript, other: Transcript) {
  const sides: Record<string, unknown>[] = [one, other].map(({ answers, mails }) => ({ ...answers, mails }))
  const names = new Set(sides.flatMap((side) => Object.keys(side)))
  return [...names].flatMap((name) => {
    const [first = '', second = ''] = sides.map((side) => JSON.stringify(side[name]))
    if (first === second) return []
    const at = Math.max(0, [...first].findIndex((letter, index) => letter !== second[index]) - 80)
    return [{ name, texts: [first, second].map((text) => text.slice(at, at + 400)) }]
  })
}
