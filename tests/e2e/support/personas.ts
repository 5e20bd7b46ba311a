import { randomUUID } from 'node:crypto'
import { getChats } from '#contract/chat.ts'
import { blockProfile } from '#contract/moderation.ts'
import { createOrder, getOrder, orderStates, type OrderStatus } from '#contract/payments.ts'
import { startSession } from '#server/features/accounts/service.ts'
import { sessionCookieName } from '#server/features/accounts/session-cookie.ts'
import { sendMessage } from '#server/features/chat/send-message.ts'
import { siteOf } from '#server/features/settings/service.ts'
import type { Context } from '#server/platform/context.ts'
import { buildMember } from '#tests/support/builders.ts'
import { callsTo } from '#tests/support/site-calls.ts'
import { findPersonas, type Actor } from '#server/demo/personas.ts'
import { demoAccounts } from '#server/demo/accounts.ts'

/** A member who looks at a screen. */
export interface Onlooker {
  /** Header that sends her session. */
  cookie: string
  profileId: string
}

/** Who looks at the screens, and what they have done before. */
export interface Personas {
  /** The demo's free guest, with likes, matches and conversations. */
  free: Onlooker
  premium: Onlooker
  /** Just signed up: no photo, no likes, not confirmed. */
  newcomer: Onlooker
  /** Without credits, in the middle of a conversation with the premium guest. */
  poor: Onlooker
  /** Has bought, once with each end. */
  buyer: Onlooker
  blocker: Onlooker
  blocked: Onlooker
  /** The free guest's latest conversation. */
  conversationId: string
  /** Somebody whom the free guest has not met. */
  strangerId: string
  orders: Record<OrderStatus, string>
  /** Pages of the sandbox: one to decide on, and one that is over. */
  checkouts: { open: string; completed: string }
}

/** Prepares everybody, once for all pictures. */
export async function preparePersonas(testSite: Context, origin: string): Promise<Personas> {
  const actors = await findPersonas(testSite)
  const [free, premium] = demoAccounts.map((demoAccount) => actors.find(({ email }) => email === demoAccount.email))
  if (!free || !premium) throw new Error('the demo has no guests')
  const strangers = actors.filter(({ gender, country }) => gender === premium.gender && country === free.country)
  const place = { country: 'GB', region: 'London', city: 'London' } as const
  const newcomer = await buildMember(testSite, { ...place, name: 'Nora', isConfirmed: false })
  const poor = await buildMember(testSite, { ...place, name: 'Percy', gender: 'male' })
  const buyer = await buildMember(testSite, { ...place, name: 'Bruno', gender: 'male' })
  const blocker = await buildMember(testSite, { ...place, name: 'Ada' })
  const blocked = await buildMember(testSite, { ...place, name: 'Ben', gender: 'male' })
  await callsTo(origin, blocker)(blockProfile, { params: { profileId: blocked.profileId } })
  for (const body of ['Hello! I saw that you cook as well.', 'What was the last thing that went wrong?']) {
    const { settings } = siteOf('localhost')
    await sendMessage(testSite, { viewer: premium, profileId: poor.profileId, clientId: randomUUID(), body, settings })
  }
  const freeOnlooker = await onlookerOf(testSite, free)
  const { chats } = await callsTo(origin, freeOnlooker)(getChats, { query: {} })
  return {
    free: freeOnlooker,
    premium: await onlookerOf(testSite, premium),
    newcomer,
    poor,
    buyer,
    blocker,
    blocked,
    conversationId: chats[0]?.conversation.id ?? '',
    strangerId: strangers.at(-1)?.profileId ?? premium.profileId,
    ...(await buyWithEachEnd(origin, buyer)),
  }
}

async function onlookerOf(testSite: Context, { userId, profileId }: Actor): Promise<Onlooker> {
  const token = await startSession(testSite, testSite.db, userId)
  return { cookie: `${sessionCookieName(testSite.config)}=${token}`, profileId }
}

async function buyWithEachEnd(origin: string, buyer: Onlooker): Promise<Pick<Personas, 'orders' | 'checkouts'>> {
  const call = callsTo(origin, buyer)
  const order = () => call(createOrder, { body: { clientId: randomUUID(), bundle: 'p1', method: 'paypal' } })
  const orders: Partial<Record<OrderStatus, string>> = {}
  let completed = ''
  for (const status of orderStates) {
    const { order: placed, checkoutUrl } = await order()
    await fetch(origin + checkoutUrl, { method: 'POST', body: new URLSearchParams({ status }), redirect: 'manual' })
    // The word of the sandbox takes a moment.
    while ((await call(getOrder, { params: { orderId: placed.id } })).order.status !== status);
    orders[status] = placed.id
    if (status === 'completed') completed = checkoutUrl
  }
  const { checkoutUrl } = await order()
  return { orders: orders as Record<OrderStatus, string>, checkouts: { open: checkoutUrl, completed } }
}
