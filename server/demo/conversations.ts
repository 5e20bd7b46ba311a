import { createHash } from 'node:crypto'
import { markRead } from '#server/features/chat/service.ts'
import { sendMessage } from '#server/features/chat/send/send-message.ts'
import type { AppContext } from '#server/context.ts'
import { HOUR, MINUTE } from '#contract/time.ts'
import { areCompatible, findFictional, findPersonas, type Persona } from './personas.ts'
import { createRng } from './random.ts'
import { demoAccounts, isDemoAccount } from './accounts.ts'
import { inParallel, type GroupOptions } from './in-parallel.ts'
import { textsIn } from './texts.ts'

/** One in this many demo members starts a conversation. */
const MEMBERS_PER_CONVERSATION = 20
/** Time between two messages of a conversation. */
const REPLY_MS = 7 * MINUTE

interface PlannedConversation {
  first: Persona
  second: Persona
  /** Age of the last message. */
  hoursAgo: number
  /** The number of its words; random without it. */
  topic?: number
  /** The second side is a fictional profile: no message is written in its name. */
  isUnanswered?: boolean
}

/**
 * Creates the conversations that members of a group start, and two with each of its demo accounts, started by
 * the other side. The last message of each is unread. The premium account also writes to a fictional profile,
 * so that its label is in the chat.
 */
export async function fillConversations(context: AppContext, { emails, ...options }: GroupOptions) {
  const personas = await findPersonas(context)
  const group = personas.filter(({ email }) => emails.has(email))
  const fictional = await findFictional(context)
  // Oldest first: each message is an entry in the statement of a demo account, in order of time.
  const ofDemoAccounts = [...planDemoAccounts(group, personas), ...planFictional(group, fictional)].toSorted(
    (one, other) => other.hoursAgo - one.hoursAgo,
  )
  const inOrder = [ofDemoAccounts, ...planOthers(group, personas).map((conversation) => [conversation])]
  await inParallel(inOrder, { step: 'Creating conversations', ...options }, async (planned) => {
    for (const conversation of planned) await sendConversation(context, conversation)
  })
}

function planOthers(group: Persona[], personas: Persona[]): PlannedConversation[] {
  const others = personas.filter((persona) => !isDemoAccount(persona))
  return group
    .filter((persona) => !isDemoAccount(persona))
    .filter((_, index) => index % MEMBERS_PER_CONVERSATION === 0)
    .flatMap((first) => {
      const rng = createRng(`talk ${first.email}`)
      const compatible = others.filter((second) => areCompatible(first, second) && second.language === first.language)
      const second = compatible[Math.floor(rng.next() * compatible.length)]
      return second ? [{ first, second, hoursAgo: rng.between(1, 24 * 14) }] : []
    })
}

function planDemoAccounts(group: Persona[], personas: Persona[]): PlannedConversation[] {
  const others = personas.filter((persona) => !isDemoAccount(persona))
  return group.filter(isDemoAccount).flatMap((demoAccount) =>
    others
      .filter((other) => areCompatible(demoAccount, other))
      .slice(-2)
      // In one list, so the same words would stand below each other.
      .map((first, topic) => ({ first, second: demoAccount, hoursAgo: 0.3 + 20 * topic, topic })),
  )
}

function planFictional(group: Persona[], fictional: Persona[]): PlannedConversation[] {
  const first = group.find(({ email }) => demoAccounts.some((account) => account.isPremium && account.email === email))
  const second = first && fictional.find((other) => areCompatible(first, other))
  return first && second ? [{ first, second, hoursAgo: 30, isUnanswered: true }] : []
}

async function sendConversation(context: AppContext, planned: PlannedConversation) {
  const { first, second, hoursAgo, isUnanswered, topic } = planned
  const { settings } = context.sites.of('localhost')
  const rng = createRng(`words ${first.email} ${second.email}`)
  const { conversations } = textsIn(first.language)
  const all = (topic === undefined ? undefined : conversations[topic]) ?? rng.pick(conversations)
  // The first side sends the last message, so that it is unread.
  const lines = isUnanswered ? all.slice(0, 1) : all.slice(0, all.length - 1 + (all.length % 2))
  const now = context.clock.now().getTime()
  let conversationId: string | undefined
  for (const [index, body] of lines.entries()) {
    const at = new Date(now - hoursAgo * HOUR - (lines.length - 1 - index) * REPLY_MS)
    const [from, to] = index % 2 === 0 ? [first, second] : [second, first]
    const pastContext = { ...context, clock: { now: () => at } }
    // A member reads before answering.
    if (conversationId) await markRead(pastContext, { viewer: from, conversationId, seq: index })
    const clientId = uuidOf(`${first.email} ${second.email} ${index}`)
    const { message } = await sendMessage(pastContext, {
      viewer: from,
      profileId: to.profileId,
      message: { kind: 'text', clientId, body, replyTo: null },
      settings,
    })
    conversationId = message.conversationId
  }
}

/** Derives a client id from the text, so that repeating the step sends nothing twice. */
function uuidOf(text: string) {
  const hex = createHash('sha256').update(text).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}
