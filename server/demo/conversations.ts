import { createHash } from 'node:crypto'
import { markRead } from '#server/features/chat/service.ts'
import { sendMessage } from '#server/features/chat/send-message.ts'
import type { AppContext } from '#server/context.ts'
import type { OnProgress } from '#server/platform/progress.ts'
import { HOUR, MINUTE } from '#contract/time.ts'
import { findPersonas, suit, type Actor } from './personas.ts'
import { createRng } from './random.ts'
import { demoAccounts } from './accounts.ts'
import { inParallel } from './in-parallel.ts'
import { conversations } from './texts.ts'

/** Every so many members one who writes to somebody. */
const EVERY = 20

interface Talk {
  first: Actor
  second: Actor
  /** When its last message was sent. */
  hoursAgo: number
}

/** Conversations among demo members, and two for each guest that they did not begin, the last message unread. */
export async function fillConversations(context: AppContext, wishes: { onProgress: OnProgress; signal: AbortSignal }) {
  const personas = await findPersonas(context)
  await inParallel(plan(personas), { step: 'Holding conversations', ...wishes }, (talk) => hold(context, talk))
}

function plan(personas: Actor[]): Talk[] {
  const isDemoAccount = ({ email }: Actor) => demoAccounts.some((demoAccount) => demoAccount.email === email)
  const others = personas.filter((actor) => !isDemoAccount(actor))
  const among = others
    .filter((_, index) => index % EVERY === 0)
    .flatMap((first) => {
      const rng = createRng(`talk ${first.email}`)
      const kind = others.filter((second) => suit(first, second))
      const second = kind[Math.floor(rng.next() * kind.length)]
      return second ? [{ first, second, hoursAgo: rng.between(1, 24 * 14) }] : []
    })
  const withDemoAccounts = personas.filter(isDemoAccount).flatMap((demoAccount) =>
    others
      .filter((other) => suit(demoAccount, other))
      .slice(-2)
      .map((first, index) => ({ first, second: demoAccount, hoursAgo: 0.3 + 20 * index })),
  )
  return [...among, ...withDemoAccounts]
}

async function hold(context: AppContext, { first, second, hoursAgo }: Talk) {
  const { settings } = context.sites.of('localhost')
  const rng = createRng(`words ${first.email} ${second.email}`)
  const all = rng.pick(conversations[first.language])
  // The other side has the last word, so that something is unread.
  const lines = all.slice(0, all.findLastIndex(([who]) => who === 'first') + 1)
  const now = context.clock.now().getTime()
  let conversationId: string | undefined
  for (const [index, [who, body]] of lines.entries()) {
    const at = new Date(now - hoursAgo * HOUR - (lines.length - 1 - index) * 7 * MINUTE)
    const [from, to] = who === 'first' ? [first, second] : [second, first]
    const then = { ...context, clock: { now: () => at } }
    // Reading comes before answering.
    if (conversationId) await markRead(then, { viewer: from, conversationId, seq: index })
    const clientId = uuidOf(`${first.email} ${second.email} ${index}`)
    const { message } = await sendMessage(then, { viewer: from, profileId: to.profileId, clientId, body, settings })
    conversationId = message.conversationId
  }
}

/** The same talk gets the same ids, so holding it again sends nothing. */
function uuidOf(text: string) {
  const hex = createHash('sha256').update(text).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}
