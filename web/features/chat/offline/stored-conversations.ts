import { sessionEndedAt } from '#web/features/accounts/stored-data.ts'
import { createThrottle } from '#web/ui/throttle.ts'
import { chatStore } from './chat-store.ts'
import type { OpenConversation } from '#web/features/chat/conversation/conversation-merge.ts'

/** Raised when the form of a stored conversation changes, so that earlier versions' data is not shown. */
const VERSION = 3
/** Conversations that the device keeps, the latest read ones. */
const CONVERSATIONS = 100
/** Messages of each that it keeps. */
const MESSAGES = 100

/** A conversation that is open is stored again at most once in this time, unless a message is added. */
const STORE_EVERY_MS = 2000

interface StoredConversation {
  version: number
  open: OpenConversation
}

/** What is known of the stored conversations without reading them, by the ids of the partners. */
type Readings = Record<string, { conversationId: string | null; storedAt: number }>

interface Ids {
  conversationId?: string
  profileId?: string
}

interface OpenOfMember {
  memberId: string
  open: OpenConversation
}

const throttle = createThrottle<OpenOfMember>({
  everyMs: STORE_EVERY_MS,
  write({ memberId, open }) {
    // A log-out has deleted everything, and the page is still there while the next one loads.
    if (endedAt === sessionEndedAt()) void storeConversation(memberId, open)
  },
})
let latest: OpenOfMember | undefined
/** When a session last ended, as of the first conversation of this page. */
let endedAt: ReturnType<typeof sessionEndedAt> | undefined

/** Stores an open conversation: at once when opened and with a new message, soon after other changes. */
export function keepConversation(memberId: string, open: OpenConversation) {
  const isOther = latest?.open.conversation.profile.id !== open.conversation.profile.id
  if (isOther) throttle.flush()
  const isLonger = latest?.open.messages.at(-1)?.seq !== open.messages.at(-1)?.seq
  latest = { memberId, open }
  if (endedAt === undefined) endedAt = sessionEndedAt()
  throttle.put(latest)
  if (isOther || isLonger) throttle.flush()
}

/** Stores at once what `keepConversation` would store later. */
export const storeNow = throttle.flush

let tail = Promise.resolve()

/** One change at a time, so that a conversation being stored cannot return after its deletion. */
function inTurn(task: () => Promise<void>) {
  tail = tail.then(task)
  return tail
}

/** Stores a conversation on the device, to be read without a connection. */
export function storeConversation(memberId: string, open: OpenConversation) {
  return inTurn(async () => {
    const store = chatStore(memberId)
    const { id: conversationId, profile } = open.conversation
    const stored: StoredConversation = { version: VERSION, open: latestOf(open) }
    await store.write('conversation', profile.id, stored)
    let readings: Readings = {}
    await store.change('readings', '', (value) => {
      readings = { ...asReadings(value), [profile.id]: { conversationId, storedAt: Date.now() } }
      return readings
    })
    const storedAt = (id: string) => readings[id]?.storedAt ?? 0
    const ids = (await store.ids('conversation')).toSorted((a, b) => storedAt(b) - storedAt(a))
    await remove(memberId, ids.slice(CONVERSATIONS))
  })
}

/** Returns a stored conversation by its own id or the partner's. */
export async function readConversation(memberId: string, ids: Ids): Promise<OpenConversation | null> {
  const id = await idOf(memberId, ids)
  const value = id === undefined ? null : await chatStore(memberId).read('conversation', id)
  return isStored(value) ? value.open : null
}

/** Deletes a stored conversation: the member deleted it, or cannot read it any more. */
export function forgetConversation(memberId: string, ids: Ids) {
  const { conversationId, profileId } = ids
  const conversation = latest?.open.conversation
  const isLatest =
    profileId === undefined ? conversation?.id === conversationId : conversation?.profile.id === profileId
  if (isLatest) throttle.drop()
  return inTurn(async () => {
    const id = await idOf(memberId, ids)
    if (id !== undefined) await remove(memberId, [id])
  })
}

async function remove(memberId: string, ids: string[]) {
  if (ids.length === 0) return
  const store = chatStore(memberId)
  for (const id of ids) await store.remove('conversation', id)
  await store.change('readings', '', (value) =>
    Object.fromEntries(Object.entries(asReadings(value)).filter(([id]) => !ids.includes(id))),
  )
}

/** The partner's id, under which a conversation is stored. */
async function idOf(memberId: string, { conversationId, profileId }: Ids) {
  if (profileId !== undefined) return profileId
  const readings = asReadings(await chatStore(memberId).read('readings'))
  return Object.keys(readings).find((id) => readings[id]?.conversationId === conversationId)
}

/**
 * A conversation with its latest messages only; scrolling loads the others. Whether the partner is online,
 * and since when not, is unknown later.
 */
function latestOf({ conversation, messages, hasMore }: OpenConversation): OpenConversation {
  return {
    conversation: { ...conversation, lastSeen: null, profile: { ...conversation.profile, isOnline: false } },
    messages: messages.slice(-MESSAGES),
    hasMore: hasMore || messages.length > MESSAGES,
  }
}

function isStored(value: unknown): value is StoredConversation {
  return typeof value === 'object' && value !== null && 'version' in value && value.version === VERSION
}

function asReadings(value: unknown): Readings {
  // Only this file writes it.
  return typeof value === 'object' && value !== null ? (value as Readings) : {}
}
