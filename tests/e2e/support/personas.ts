import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { resendActivation } from '#contract/accounts/calls.ts'
import { getChats } from '#contract/chat/calls.ts'
import { blockProfile } from '#contract/moderation/calls.ts'
import { DAY } from '#contract/time.ts'
import {
  createOrder,
  createRepeatOrder,
  getOrder,
  getRepeatOrder,
  listWithdrawable,
  withdraw,
} from '#contract/payments/calls.ts'
import { orderStates } from '#contract/payments/order-states.ts'
import type { OrderStatus } from '#contract/payments/schemas.ts'
import { startSession } from '#server/features/accounts/service.ts'
import { sessionCookieName } from '#server/features/accounts/sessions/session-cookie.ts'
import { grant } from '#server/features/credits/service.ts'
import { sendMessage } from '#server/features/chat/send/send-message.ts'
import { likeProfile } from '#server/features/likes/service.ts'
import type { AppContext } from '#server/context.ts'
import { buildMember, type Member } from '#tests/support/builders.ts'
import { callsTo } from '#tests/support/audits/site-calls.ts'
import { viewerOf } from '#tests/support/viewer.ts'
import { findPersonas, type Persona as DemoPersona } from '#server/demo/personas.ts'
import { demoAccounts } from '#server/demo/accounts.ts'
import { uploadPortrait } from './photos.ts'

/** Without a chargeback, which the site reports in its log: it stays empty in these tests. */
type OrderResult = Exclude<OrderStatus, 'charged_back'>

/** A logged-in member with a known state. */
export interface Persona {
  /** Header that sends the member's session. */
  cookie: string
  profileId: string
}

/** The members who open the screens, and the things that they own. */
export interface Personas {
  /** The demo's free member, with likes, matches and conversations. */
  free: Persona
  premium: Persona
  /** Just signed up: no photo, no likes, not confirmed. */
  newcomer: Persona
  /** Without credits, in a conversation that the premium member started. */
  poor: Persona
  /** Has bought, once with each result. */
  buyer: Persona
  /** Lives in a country with direct debit. */
  debtor: Persona
  blocker: Persona
  blocked: Persona
  /** Is liked by `admirer`, so that liking back is a match. */
  admired: Member
  admirer: Member
  /** The free member's latest conversation. */
  conversationId: string
  /** A member without contact to the free member. */
  strangerId: string
  orders: Record<OrderResult, string>
  /** Order whose stored card was declined. */
  cardFailed: string
  /** Pages of the sandbox: one that waits for a decision, and one that is over. */
  checkouts: { open: string; completed: string }
}

/** Prepares all personas on a running site. */
export async function preparePersonas(testSite: AppContext, origin: string): Promise<Personas> {
  const actors = await findPersonas(testSite)
  const [free, premium] = demoAccounts.map((demoAccount) => actors.find(({ email }) => email === demoAccount.email))
  if (!free || !premium) throw new Error('the demo has no accounts to log in with')
  const strangers = actors.filter(({ gender, country }) => gender === premium.gender && country === free.country)
  const build = (input: Parameters<typeof buildMember>[1]) =>
    buildMember(testSite, {
      country: 'GB',
      region: 'London',
      city: 'London',
      signedUpMsAgo: DAY,
      email: `${randomUUID()}@example.com`,
      ...input,
    })
  const poor = await build({ name: 'Percy', gender: 'male' })
  // Each worker prepares the same site, so the balance must be the same afterwards.
  const price = 2 * testSite.sites.of('localhost').settings.message_credits
  await testSite.transaction((tx) =>
    grant({ tx, clock: testSite.clock }, { userId: premium.userId, kind: 'demo', ref: randomUUID(), amount: price }),
  )
  for (const body of ['Hello! I saw that you cook as well.', 'What was the last thing that went wrong?']) {
    const { settings } = testSite.sites.of('localhost')
    const message = { kind: 'text' as const, clientId: randomUUID(), body, replyTo: null }
    await sendMessage(testSite, { viewer: premium, profileId: poor.profileId, message, settings })
  }
  const freePersona = await personaOf(testSite, free)
  const { chats } = await callsTo(origin, freePersona)(getChats, { query: {} })
  const buyer = await build({ name: 'Bruno', gender: 'male' })
  return {
    free: freePersona,
    premium: await personaOf(testSite, premium),
    newcomer: await buildNewcomer(origin, build),
    poor,
    buyer,
    debtor: await build({ name: 'Noor', country: 'NL', region: 'Utrecht', city: 'Utrecht' }),
    conversationId: chats[0]?.conversation.id ?? '',
    strangerId: strangers.at(-1)?.profileId ?? premium.profileId,
    ...(await buildBlock(origin, build)),
    ...(await buildAdmirer(testSite, origin, build)),
    ...(await buyWithEachResult(origin, buyer)),
  }
}

type Build = (input: Parameters<typeof buildMember>[1]) => Promise<Member>

async function personaOf(testSite: AppContext, { userId, profileId }: DemoPersona): Promise<Persona> {
  const token = await startSession(testSite, testSite.db, userId)
  return { cookie: `${sessionCookieName(testSite.config)}=${token}`, profileId }
}

/** Builds a member with an unconfirmed address, and waits until the activation mail is in the mailbox. */
async function buildNewcomer(origin: string, build: Build) {
  const newcomer = await build({ name: 'Nora', isConfirmed: false })
  await callsTo(origin, newcomer)(resendActivation, {})
  while (!(await (await fetch(`${origin}/dev/mailbox`)).text()).includes(newcomer.email)) await sleep(50)
  return newcomer
}

async function buildBlock(origin: string, build: Build) {
  const blocker = await build({ name: 'Ada' })
  const blocked = await build({ name: 'Ben', gender: 'male' })
  await callsTo(origin, blocker)(blockProfile, { params: { profileId: blocked.profileId } })
  return { blocker, blocked }
}

async function buildAdmirer(testSite: AppContext, origin: string, build: Build) {
  const admired = await build({ name: 'Iris', credits: 20 })
  const admirer = await build({ name: 'Jonas', gender: 'male' })
  await uploadPortrait(origin, { member: admired, portrait: 'w24' })
  await uploadPortrait(origin, { member: admirer, portrait: 'm14' })
  await likeProfile(testSite, { viewer: viewerOf(admirer), profileId: admired.profileId })
  return { admired, admirer }
}

async function buyWithEachResult(
  origin: string,
  buyer: Persona,
): Promise<Pick<Personas, 'orders' | 'cardFailed' | 'checkouts'>> {
  const call = callsTo(origin, buyer)
  const order = (storesMethod = false) =>
    call(createOrder, { body: { clientId: randomUUID(), bundle: 'p1', method: 'visa', storesMethod } })
  // The card that is stored is declined when it is charged.
  const press = (checkoutUrl: string, status: OrderStatus) =>
    fetch(origin + checkoutUrl, {
      method: 'POST',
      body: new URLSearchParams({ status, declined: 'on' }),
      redirect: 'manual',
    })
  const orders: Partial<Record<OrderResult, string>> = {}
  let completed = ''
  for (const status of orderStates.filter((each) => each !== 'charged_back')) {
    const { order: placed, checkoutUrl } = await order(status === 'completed')
    // The sandbox reports by a webhook, a little later.
    const waitFor = async (expected: OrderStatus) => {
      while ((await call(getOrder, { params: { orderId: placed.id } })).order.status !== expected) await sleep(20)
    }
    await press(checkoutUrl, status === 'refunded' ? 'completed' : status)
    if (status === 'refunded') {
      await waitFor('completed')
      await withdrawFrom(call, placed.id)
    }
    await waitFor(status)
    orders[status] = placed.id
    if (status === 'completed') completed = checkoutUrl
  }
  const { checkoutUrl } = await order()
  const cardFailed = await repeatWithDeclinedCard(call)
  return { orders: orders as Record<OrderResult, string>, cardFailed, checkouts: { open: checkoutUrl, completed } }
}

/** Returns the id of the order, which has failed. */
async function repeatWithDeclinedCard(call: ReturnType<typeof callsTo>) {
  let reply = await call(getRepeatOrder, {})
  for (; !reply.stored; reply = await call(getRepeatOrder, {})) await sleep(20)
  if (!reply.bundle) throw new Error('nothing was bought')
  const { id: bundle, amountMinor } = reply.bundle
  const body = { clientId: randomUUID(), storedMethod: reply.stored.id, bundle, amountMinor }
  const { order } = await call(createRepeatOrder, { body })
  while ((await call(getOrder, { params: { orderId: order.id } })).order.status !== 'failed') await sleep(20)
  return order.id
}

async function withdrawFrom(call: ReturnType<typeof callsTo>, orderId: string) {
  const { orders } = await call(listWithdrawable, {})
  const order = orders.find((each) => each.orderId === orderId)
  if (!order) throw new Error('the purchase cannot be returned')
  const { credits, amountMinor } = order
  await call(withdraw, { params: { orderId }, body: { credits, amountMinor } })
}
