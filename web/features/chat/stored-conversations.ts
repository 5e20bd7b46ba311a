import { chatStore } from './chat-store.ts'
import type { OpenConversation } from './conversation-merge.ts'

/** Raised when the form of a stored conversation changes, so that what an earlier version stored is not shown. */
const VERSION = 1
/** Conversations that the device keeps, the latest read ones. */
const CONVERSATIONS = 100
/** Messages of each that it keeps. */
const MESSAGES = 100

interface StoredConversation {
  version: number
  storedAt: number
  open: OpenConversation
}

/** Keeps a conversation on the device, to be read without a connection. */
export async function storeConversation(memberId: string, open: OpenConversation) {
  const store = chatStore(memberId)
  const stored: StoredConversation = { version: VERSION, storedAt: Date.now(), open: latestOf(open) }
  await store.write('conversation', open.conversation.profile.id, stored)
  const all = (await store.list('conversation')).flatMap(([id, value]) => (isStored(value) ? [{ id, ...value }] : []))
  const tooMany = all.toSorted((a, b) => b.storedAt - a.storedAt).slice(CONVERSATIONS)
  for (const { id } of tooMany) await store.remove('conversation', id)
}

interface Ids {
  conversationId?: string
  profileId?: string
}

/** Returns a kept conversation by its own id or the partner's. */
export async function readConversation(memberId: string, ids: Ids): Promise<OpenConversation | null> {
  const [kept] = await find(memberId, ids)
  return kept?.open ?? null
}

/** Deletes a kept conversation: the member deleted it, or cannot read it any more. */
export async function forgetConversation(memberId: string, ids: Ids) {
  for (const { id } of await find(memberId, ids)) await chatStore(memberId).remove('conversation', id)
}

async function find(memberId: string, { conversationId, profileId }: Ids) {
  const all = await chatStore(memberId).list('conversation')
  return all.flatMap(([id, value]) => {
    if (!isStored(value)) return []
    const { conversation } = value.open
    return conversation.id === conversationId || conversation.profile.id === profileId ? [{ id, open: value.open }] : []
  })
}

/**
 * A conversation with its latest messages only; the others are loaded by scrolling. Whether the partner is online, and since when
 * not, is not known later.
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
