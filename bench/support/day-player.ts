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
  /** Milliseconds from the planned time of a call to its answer. */
  times: Map<Action, number[]>
  /** How much later than planned each call was begun, because this process was busy; part of its time. */
  delays: number[]
  /** Failed calls by action and status. */
  errors: Map<string, number>
  /** One for every `WINDOW_MINUTES` of the plan, in its order. */
  windows: DayWindow[]
}

/** Says when a run of an hour fell behind, which its totals do not. */
export interface DayWindow {
  messageTimes: number[]
  answered: number
  failed: number
}

export const WINDOW_MINUTES = 5

interface Session {
  member: DayMember
  /** An address of the member's own: limits are by address. */
  address: string
  loggedIn: PromiseWithResolvers<{ cookie: string; at: number }>
  /** Of the last search; the member opens and likes them. */
  seen: string[]
}

/** Makes the calls of a plan at their times, whether or not earlier ones have been answered. */
export async function play(
  { port, onClose }: { port: number; onClose: OnClose },
  { members, steps }: { members: DayMember[]; steps: Step[] },
): Promise<DayResult> {
  const windows = Array.from({ length: windowOf(steps.at(-1)?.atMs ?? 0) + 1 }, newWindow)
  const result: DayResult = { times: new Map(), delays: [], errors: new Map(), windows }
  const sessions = members.map((member, index) => ({
    member,
    address: `10.${(index >> 16) & 255}.${(index >> 8) & 255}.${index & 255}`,
    loggedIn: Promise.withResolvers<{ cookie: string; at: number }>(),
    seen: [],
  }))
  const startedAt = performance.now()
  const running = new Set<Promise<void>>()
  for (const { atMs, member, action } of steps) {
    const dueAt = startedAt + atMs
    const waitMs = dueAt - performance.now()
    if (waitMs > 1) await sleep(waitMs)
    const session = sessions[member]
    const window = windows[windowOf(atMs)]
    if (!session || !window) continue
    result.delays.push(Math.max(0, performance.now() - dueAt))
    const call = measure({ port, onClose }, { session, action, dueAt, window }, result)
    running.add(call)
    void call.finally(() => running.delete(call))
  }
  await Promise.all(running)
  return result
}

function windowOf(atMs: number) {
  return Math.floor(atMs / (WINDOW_MINUTES * 60_000))
}

function newWindow(): DayWindow {
  return { messageTimes: [], answered: 0, failed: 0 }
}

interface Server {
  port: number
  onClose: OnClose
}

/** A call counts from the time it was due, so no delay is hidden, but without the wait for the log-in. */
async function measure(
  server: Server,
  { session, action, dueAt, window }: { session: Session; action: Action; dueAt: number; window: DayWindow },
  { times, errors }: Pick<DayResult, 'times' | 'errors'>,
) {
  try {
    const { from, to } = await perform(server, session, action)
    const values = times.get(action) ?? []
    const tookMs = to - Math.max(from, dueAt)
    values.push(tookMs)
    times.set(action, values)
    window.answered += 1
    if (action === 'message') window.messageTimes.push(tookMs)
  } catch (error) {
    window.failed += 1
    const key = `${action}: ${error instanceof Error ? error.message : String(error)}`
    errors.set(key, (errors.get(key) ?? 0) + 1)
  }
}

/** Returns when the call was answered, and from when it was possible. */
async function perform(server: Server, session: Session, action: Action): Promise<{ from: number; to: number }> {
  if (action === 'log-in') return { from: 0, to: await logInWith(server, session) }
  const { cookie, at } = await session.loggedIn.promise
  const site = { port: server.port, cookie, address: session.address }
  const { member, seen } = session
  const profileId = seen[Math.floor(Math.random() * seen.length)] ?? member.partnerId
  switch (action) {
    case 'page': {
      await finish(await get(site, '/members'))
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
  return { from: at, to: performance.now() }
}

/** Logs in and opens the socket, which stays open until the end. Returns when the log-in was answered. */
async function logInWith({ port, onClose }: Server, session: Session) {
  const { member, address, loggedIn } = session
  try {
    const response = await request({ port, cookie: '', address }, logIn, {
      body: { email: member.email, password: member.password },
    })
    await finish(response)
    const cookie = response.headers
      .getSetCookie()
      .map((text) => text.split(';')[0])
      .join('; ')
    const answeredAt = performance.now()
    await openMemberSocket({ port, cookie, onClose })
    loggedIn.resolve({ cookie, at: performance.now() })
    return answeredAt
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
  await response.arrayBuffer()
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

/** Reads an answer to its end: the server holds what is not read, and a page counts when it is there. */
async function finish(response: Response) {
  await (await expectOk(response)).arrayBuffer()
}

async function expectOk(response: Response) {
  if (response.ok) return response
  const code = /"code":"([a-z_.]+)"/.exec(await response.text())?.[1]
  throw new Error(`${response.status} ${code ?? ''}`)
}
