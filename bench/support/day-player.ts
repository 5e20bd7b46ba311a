import { setTimeout as sleep } from 'node:timers/promises'
import { logIn } from '#contract/accounts/calls.ts'
import { sendMessage } from '#contract/chat/calls.ts'
import type { Endpoint, InputOf, ReplyOf } from '#contract/endpoint.ts'
import { likeProfile } from '#contract/likes/calls.ts'
import { createOrder } from '#contract/payments/calls.ts'
import { getMember } from '#contract/profiles/calls.ts'
import { searchMembers } from '#contract/search/calls.ts'
import { requestOf } from '#web/api/call.ts'
import type { OnClose } from './bench.ts'
import { openMemberSocket } from './chat-lines.ts'
import { BODY } from './chat-pairs.ts'
import type { DayMember } from './day-members.ts'
import type { Action, Step } from './day-plan.ts'

/** What the calls of a run took, and which failed. */
export interface DayResult {
  times: Map<Action, number[]>
  /** Failed calls by action and status. */
  errors: Map<string, number>
}

interface Session {
  member: DayMember
  /** An address of the member's own: limits are by address. */
  address: string
  loggedIn: PromiseWithResolvers<string>
  /** Of the last search; the member opens and likes them. */
  seen: string[]
}

/** Makes the calls of a plan at their times, whether or not earlier ones have been answered. */
export async function play(
  { port, onClose }: { port: number; onClose: OnClose },
  { members, steps }: { members: DayMember[]; steps: Step[] },
): Promise<DayResult> {
  const result: DayResult = { times: new Map(), errors: new Map() }
  const sessions = members.map((member, index) => ({
    member,
    address: `10.${(index >> 16) & 255}.${(index >> 8) & 255}.${index & 255}`,
    loggedIn: Promise.withResolvers<string>(),
    seen: [],
  }))
  const startedAt = performance.now()
  const running = new Set<Promise<void>>()
  for (const { atMs, member, action } of steps) {
    const waitMs = startedAt + atMs - performance.now()
    if (waitMs > 1) await sleep(waitMs)
    const session = sessions[member]
    if (!session) continue
    const call = measure(action, () => perform({ port, onClose }, session, action), result)
    running.add(call)
    void call.finally(() => running.delete(call))
  }
  await Promise.all(running)
  return result
}

/** The time of an action includes no wait for the log-in of its member. */
async function measure(action: Action, work: () => Promise<number>, { times, errors }: DayResult) {
  try {
    const tookMs = await work()
    const values = times.get(action) ?? []
    values.push(tookMs)
    times.set(action, values)
  } catch (error) {
    const key = `${action}: ${error instanceof Error ? error.message : String(error)}`
    errors.set(key, (errors.get(key) ?? 0) + 1)
  }
}

async function perform(server: { port: number; onClose: OnClose }, session: Session, action: Action) {
  if (action === 'log-in') return logInWith(server, session)
  const cookie = await session.loggedIn.promise
  const startedAt = performance.now()
  const site = { port: server.port, cookie, address: session.address }
  const { member, seen } = session
  const profileId = seen[Math.floor(Math.random() * seen.length)] ?? member.partnerId
  switch (action) {
    case 'page': {
      await expectOk(await get(site, '/members'))
      break
    }
    case 'search': {
      const { results } = await callAs(site, searchMembers, { query: {} })
      session.seen = results.map(({ id }) => id)
      break
    }
    case 'profile': {
      await callAs(site, getMember, { params: { profileId } })
      break
    }
    case 'like': {
      await callAs(site, likeProfile, { params: { profileId } })
      break
    }
    case 'message': {
      const body = { clientId: crypto.randomUUID(), kind: 'text' as const, body: BODY }
      await callAs(site, sendMessage, { params: { profileId: member.partnerId }, body })
      break
    }
    case 'purchase': {
      const body = {
        clientId: crypto.randomUUID(),
        bundle: 'p1' as const,
        method: 'creditcard' as const,
      }
      const { checkoutUrl } = await callAs(site, createOrder, { body })
      await pay(site, checkoutUrl)
      break
    }
  }
  return performance.now() - startedAt
}

/** Logs in and opens the socket, which stays open until the end. */
async function logInWith({ port, onClose }: { port: number; onClose: OnClose }, session: Session) {
  const { member, address, loggedIn } = session
  const startedAt = performance.now()
  try {
    const response = await request({ port, cookie: '', address }, logIn, {
      body: { email: member.email, password: member.password },
    })
    const cookie = response.headers
      .getSetCookie()
      .map((text) => text.split(';')[0])
      .join('; ')
    const tookMs = performance.now() - startedAt
    await openMemberSocket({ port, cookie, onClose })
    loggedIn.resolve(cookie)
    return tookMs
  } catch (error) {
    // What the member would have done fails with it.
    loggedIn.reject(new Error('not logged in'))
    loggedIn.promise.catch(() => {})
    throw error
  }
}

interface Site {
  port: number
  cookie: string
  address: string
}

async function callAs<E extends Endpoint>(site: Site, endpoint: E, input: InputOf<E>) {
  const response = await request(site, endpoint, input)
  return (await response.json()) as ReplyOf<E>
}

async function request<E extends Endpoint>(site: Site, endpoint: E, input: InputOf<E>) {
  const { method, url, body } = requestOf(endpoint, input)
  const headers = { ...headersOf(site), ...(body === undefined ? {} : { 'content-type': 'application/json' }) }
  const response = await fetch(`http://127.0.0.1:${site.port}${url}`, { method, headers, body: body ?? null })
  return expectOk(response)
}

function get(site: Site, path: string) {
  return fetch(`http://127.0.0.1:${site.port}${path}`, { headers: headersOf(site) })
}

/** Presses the button of the sandbox. The provider's own webhook is a job. */
async function pay(site: Site, checkoutUrl: string) {
  const { pathname } = new URL(checkoutUrl, 'http://localhost')
  const headers = { ...headersOf(site), 'content-type': 'application/x-www-form-urlencoded' }
  const body = new URLSearchParams({ status: 'completed' }).toString()
  const response = await fetch(`http://127.0.0.1:${site.port}${pathname}`, {
    method: 'POST',
    headers,
    body,
    redirect: 'manual',
  })
  if (response.status !== 303) throw new Error(`the checkout gave ${response.status}`)
}

function headersOf({ port, cookie, address }: Site) {
  return {
    cookie,
    origin: `http://127.0.0.1:${port}`,
    'sec-fetch-site': 'same-origin',
    'x-forwarded-for': address,
    'accept-language': 'en',
  }
}

async function expectOk(response: Response) {
  if (response.ok) return response
  const code = /"code":"([a-z_.]+)"/.exec(await response.text())?.[1]
  throw new Error(`${response.status} ${code ?? ''}`)
}
