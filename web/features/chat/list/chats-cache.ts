import type { QueryClient } from '@tanstack/react-query'
import { getConversation, getConversationWith, type getChats } from '#contract/chat/calls.ts'
import type { Chat, ChatPartner, LastMessage } from '#contract/chat/schemas.ts'
import type { ReplyOf } from '#contract/endpoint.ts'
import { apiQueryKey } from '#web/api/queries.ts'
import { isCaughtUp } from '#web/api/realtime/current-connection.ts'
import type { OpenConversation } from '#web/features/chat/conversation/conversation-merge.ts'
import { allChatsKey, chatsQuery } from '#web/features/chat/queries.ts'

type ChatList = ReplyOf<typeof getChats>
type Counts = Pick<ChatList['totals'], 'messages' | 'unread_messages'>

/** Refetches every page of the conversation list that is on the screen. */
export function refetchChats(client: QueryClient) {
  return client.invalidateQueries({ queryKey: allChatsKey })
}

/** Removes a conversation from every cached page of the list. */
export function removeChat(client: QueryClient, conversationId: string) {
  changeLists(client, (list) => ({
    ...list,
    chats: list.chats.filter(({ conversation }) => conversation.id !== conversationId),
  }))
}

interface NewLastMessage {
  conversationId: string
  partnerId: string
  last: LastMessage
  /** Unread messages of the conversation, and counts of all; without them they stay as they are. */
  unread?: number
  totals?: Counts
  /** The same event was applied before, and a fetch that may be newer has ended since. */
  isRepeated?: boolean
}

/** Returns the rows of all cached lists. A conversation is in each list whose filter it passes. */
export function cachedRows(client: QueryClient) {
  return client.getQueriesData<ChatList>({ queryKey: allChatsKey }).flatMap(([, list]) => list?.chats ?? [])
}

/**
 * Moves a conversation to the top of the list with its new last message. A list without the row gets it if
 * the partner is known from the open conversation; otherwise the list is refetched.
 */
export function patchLastMessage(
  client: QueryClient,
  { conversationId, partnerId, last, unread, totals, isRepeated = false }: NewLastMessage,
) {
  const lists = client.getQueriesData<ChatList>({ queryKey: allChatsKey })
  const cachedRow = cachedRows(client).find(
    ({ conversation, profile }) => conversation.id === conversationId || profile.id === partnerId,
  )
  const profile = cachedRow?.profile ?? cachedPartner(client, partnerId)
  const isCurrent = !totals || setTotals(client, totals, { isRepeated })
  // The row keeps what was written before a match, which the event does not have.
  const isMatchNotice = last.kind === 'system' && last.preview === 'match'
  if (!profile || isMatchNotice) {
    // What was fetched since then has it.
    if (isRepeated && cachedRow?.profile.isMatch) return
    changeRow(client, conversationId, (row) => ({ ...row, profile: { ...row.profile, isMatch: true } }))
    if (lists.length > 0) void refetchChats(client)
    return
  }
  // A list that was fetched after the message may be ahead of it.
  if (cachedRow && cachedRow.last_message.seq > last.seq) return
  const row: Chat = {
    conversation: { id: conversationId },
    profile,
    num_unread_messages: (isCurrent ? unread : undefined) ?? cachedRow?.num_unread_messages ?? 0,
    last_message: cachedRow?.last_message.seq === last.seq ? latestStatus(cachedRow.last_message, last) : last,
  }
  for (const [queryKey, list] of lists) {
    const chats = list && placeRow(list.chats, row, placeIn(queryKey))
    if (list && chats) client.setQueryData<ChatList>(queryKey, (latest) => ({ ...(latest ?? list), chats }))
  }
}

/** Applies how far a member received and read a conversation. `unread`: the rest, for own devices. */
export function patchReceipt(
  client: QueryClient,
  receipt: {
    conversationId: string
    /** The member who received and read. */
    profileId: string
    deliveredSeq: number
    readSeq: number
    unread: { conversation: number; totals: Counts } | null
    isRepeated?: boolean
  },
) {
  const { conversationId, profileId, isRepeated = false } = receipt
  const unread = receipt.unread && setTotals(client, receipt.unread.totals, { isRepeated }) ? receipt.unread : null
  changeRow(client, conversationId, (row) => {
    if (row.profile.id === profileId) return { ...row, last_message: withReceipt(row.last_message, receipt) }
    return unread ? { ...row, num_unread_messages: unread.conversation } : row
  })
}

/** Shows in the list whether a member is online. */
export function patchPresence(client: QueryClient, { profileId, isOnline }: { profileId: string; isOnline: boolean }) {
  changeLists(client, (list) => ({
    ...list,
    chats: list.chats.map((row) =>
      row.profile.id === profileId ? { ...row, profile: { ...row.profile, isOnline } } : row,
    ),
  }))
}

/**
 * Applies what is unread in a conversation after the viewer read it up to `seq`, also to the total counts.
 * The reply may miss a later message: then the receipt that the server sends too has the counts.
 */
export function patchUnread(
  client: QueryClient,
  { conversationId, seq, unread }: { conversationId: string; seq: number; unread: number },
) {
  changeLists(client, ({ chats, totals, ...list }) => {
    const row = chats.find(
      ({ conversation, last_message: last }) =>
        conversation.id === conversationId && (last.seq <= seq || !isCaughtUp()),
    )
    const read = row ? row.num_unread_messages - unread : 0
    return {
      ...list,
      totals: { ...totals, unread_messages: Math.max(0, totals.unread_messages - read) },
      chats: chats.map((each) => (each === row ? { ...each, num_unread_messages: unread } : each)),
    }
  })
}

/** Applies that the viewer opened a conversation whose last message was `seq` then. */
export function patchOpened(
  client: QueryClient,
  { profileId, at, ...opened }: { conversationId: string; profileId: string; seq: number; at: string },
) {
  patchUnread(client, { ...opened, unread: 0 })
  changeLists(client, (list) => ({ ...list, totals: { ...list.totals, last_opened: { profile: profileId, at } } }))
}

/** Shows that the last message of a conversation was deleted. */
export function patchDeleted(client: QueryClient, { conversationId, seq }: { conversationId: string; seq: number }) {
  changeRow(client, conversationId, (row) =>
    row.last_message.seq === seq
      ? { ...row, last_message: { ...row.last_message, kind: 'deleted', preview: '' } }
      : row,
  )
}

/**
 * Sets the counts that the badges show. Events of different nodes may overtake each other: returns false for
 * counts older than the cached ones, and fetches the list, which settles it.
 */
function setTotals(client: QueryClient, totals: Counts, { isRepeated }: { isRepeated: boolean }) {
  const cachedTotals = client.getQueryData<ChatList>(chatsQuery().queryKey)?.totals
  if (cachedTotals && isOlder(totals, cachedTotals)) {
    if (!isRepeated) void refetchChats(client)
    return false
  }
  changeLists(client, (list) => ({ ...list, totals: { ...list.totals, ...totals } }))
  return true
}

/** Each message raises the number of messages, and between two messages the unread ones only become fewer. */
function isOlder(counts: Counts, known: Counts) {
  if (counts.messages !== known.messages) return counts.messages < known.messages
  return counts.unread_messages > known.unread_messages
}

function changeRow(client: QueryClient, conversationId: string, change: (row: Chat) => Chat) {
  changeLists(client, (list) => ({
    ...list,
    chats: list.chats.map((row) => (row.conversation.id === conversationId ? change(row) : row)),
  }))
}

function changeLists(client: QueryClient, change: (list: ChatList) => ChatList) {
  client.setQueriesData<ChatList>({ queryKey: allChatsKey }, (list) => (list ? change(list) : list))
}

function cachedPartner(client: QueryClient, partnerId: string): ChatPartner | undefined {
  return [getConversation, getConversationWith]
    .flatMap((endpoint) => client.getQueriesData<OpenConversation>({ queryKey: apiQueryKey(endpoint) }))
    .find(([, open]) => open?.conversation.profile.id === partnerId)?.[1]?.conversation.profile
}

type Place = 'top' | 'nowhere' | 'same'

/** Where a row with a new message belongs: on top of the first page only; a filtered list keeps its order. */
function placeIn(queryKey: readonly unknown[]): Place {
  const { query = {} } = (queryKey[1] ?? {}) as { query?: Record<string, unknown> }
  if (query['filter'] !== undefined || query['search'] !== undefined) return 'same'
  return query['after'] === undefined ? 'top' : 'nowhere'
}

function placeRow(rows: Chat[], row: Chat, place: Place) {
  const isRow = ({ profile }: Chat) => profile.id === row.profile.id
  if (place === 'same') return rows.map((each) => (isRow(each) ? row : each))
  const others = rows.filter((each) => !isRow(each))
  return place === 'top' ? [row, ...others] : others
}

const ranks = { sent: 0, delivered: 1, read: 2 } satisfies Record<LastMessage['status'], number>

/** The same message with the status that is further on. */
function latestStatus(known: LastMessage, last: LastMessage): LastMessage {
  return { ...last, status: ranks[known.status] > ranks[last.status] ? known.status : last.status }
}

function withReceipt(last: LastMessage, { deliveredSeq, readSeq }: { deliveredSeq: number; readSeq: number }) {
  if (!last.isMine) return last
  const status = last.seq <= readSeq ? 'read' : last.seq <= deliveredSeq ? 'delivered' : 'sent'
  return latestStatus(last, { ...last, status })
}
