import type { getChats } from '#contract/chat/calls.ts'
import type { Message } from '#contract/chat/schemas.ts'
import type { CallOf } from '#contract/endpoint.ts'
import { CHATS_PAGE_SIZE, MESSAGES_PAGE_SIZE, ONLINE_MS } from '#contract/limits.ts'
import type { PriceSettings } from '#server/features/credits/rules.ts'
import { countNewLikes } from '#server/features/likes/service.ts'
import type { Context } from '#server/platform/context.ts'
import type { Cursors } from '#server/platform/http/cursors.ts'
import { pageOf, rowsFor } from '#server/platform/http/pages.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Viewer } from '#server/features/accounts/views.ts'
import { conversationRead } from './events.ts'
import { findContextOf, findContextWith, type ConversationContext } from './send/context-query.ts'
import { hideConversation } from './conversations/hide-queries.ts'
import { chatsAfter } from './conversations/list-query.ts'
import { openUpTo, readHiddenChats, readUpTo } from './conversations/mark-queries.ts'
import { messagesAfter, messagesBefore, totalsOf } from './queries.ts'
import { cleanText, historyStart, isUnknown } from './rules.ts'
import { chatViews, conversationView, countsOf, toMessage } from './views.ts'

type Deps = Pick<Context, 'db' | 'clock'>
type OpenDeps = Pick<Context, 'db' | 'clock' | 'transaction' | 'events'>

/**
 * Lists a page of the member's conversations, latest message first, with the totals of all, whatever the
 * filter and the search.
 * @throws AppError `request.invalid` when `after` is not a valid page key
 */
export async function listChats(
  { db, clock, cursors }: Deps & { cursors: Cursors },
  { viewer, query: { after, filter, search = '', limit = CHATS_PAGE_SIZE } }: { viewer: Viewer; query: ListQuery },
) {
  const { userId } = viewer
  const now = clock.now()
  const since = historyStart(now)
  const [rows, totals, newLikes] = await Promise.all([
    chatsAfter(db, {
      userId,
      since,
      after: after === undefined ? null : cursors.open(after),
      limit: rowsFor(limit),
      filter: filter ?? null,
      search: cleanText(search),
      onlineSince: new Date(now.getTime() - ONLINE_MS),
    }),
    totalsOf(db, userId),
    countNewLikes({ db }, { userId }),
  ])
  const { page, last } = pageOf(rows, limit)
  // Until the next clearing the counts have messages that are older than the history.
  const hidden = totals.unread_messages > 0 ? await readHiddenChats(db, { userId, since }) : 0
  return {
    chats: await chatViews({ db, clock }, { viewer, rows: page }),
    totals: { ...totals, unread_messages: Math.max(0, totals.unread_messages - hidden), new_likes: newLikes },
    next: last ? cursors.seal({ at: last.lastMessageAt, id: last.conversationKey }) : null,
  }
}

/**
 * Returns a conversation with its latest messages.
 * @throws AppError `chat.not_found`, `moderation.blocked`
 */
export async function openConversation(
  deps: OpenDeps,
  { viewer, conversationId, settings }: { viewer: Viewer; conversationId: string; settings: PriceSettings },
) {
  const context = await findContextOf(deps.db, { userId: viewer.userId, conversationId })
  if (!context) throw new AppError('chat.not_found')
  return openWith(deps, { viewer, context, settings })
}

/**
 * Returns the conversation with a member, also before the first message. A partner who left is found only if
 * a conversation exists (CHAT-7).
 * @throws AppError `chat.self`, `profiles.not_found`, `moderation.blocked`
 */
export async function openConversationWith(
  deps: OpenDeps,
  { viewer, profileId, settings }: { viewer: Viewer; profileId: string; settings: PriceSettings },
) {
  if (profileId === viewer.profileId) throw new AppError('chat.self')
  const context = await findContextWith(deps.db, { userId: viewer.userId, profileId })
  if (!context || isUnknown(context)) throw new AppError('profiles.not_found')
  return openWith(deps, { viewer, context, settings })
}

/**
 * Lists messages before or after a sequence number, oldest first.
 * @throws AppError `chat.not_found`, `moderation.blocked`
 */
export async function listMessages(
  { db, clock }: Deps,
  { viewer, conversationId, range }: { viewer: Viewer; conversationId: string; range: Range },
) {
  const context = await findContextOf(db, { userId: viewer.userId, conversationId })
  if (!context) throw new AppError('chat.not_found')
  return readMessages({ db, clock }, { viewer, context, range })
}

/**
 * Marks messages as read up to a number; lower ones change nothing. Returns the remaining unread count.
 * @throws AppError `chat.not_found`
 */
export async function markRead(
  { db, transaction, events }: Pick<Context, 'db' | 'transaction' | 'events'>,
  { viewer, conversationId, seq }: { viewer: Viewer; conversationId: string; seq: number },
) {
  const read = await readUpTo({ db, transaction }, { userId: viewer.userId, conversationId, seq })
  if (!read) throw new AppError('chat.not_found')
  const { partnerId, deliveredSeq, readSeq, unread, isNew, isShown } = read
  const { userId, profileId } = viewer
  const counts = countsOf(read)
  if (isNew)
    events.publish(conversationRead, {
      userId,
      profileId,
      partnerId,
      conversationId,
      deliveredSeq,
      readSeq,
      counts,
      isShown,
    })
  return { num_unread_messages: unread }
}

/**
 * Ends the count of a conversation's unread messages, because the member has opened it. The partner learns
 * nothing of it. Returns the number of the last message.
 * Source: CHAT-11.
 * @throws AppError `chat.not_found`
 */
export async function markOpened(
  { db, events, clock }: Pick<Context, 'db' | 'events' | 'clock'>,
  { viewer: { userId, profileId }, conversationId }: { viewer: Viewer; conversationId: string },
) {
  const at = clock.now()
  const opened = await openUpTo(db, { userId, conversationId, at })
  if (!opened) throw new AppError('chat.not_found')
  const { partnerId, lastSeq, readSeq, deliveredSeq } = opened
  const counts = countsOf({ ...opened, unread: 0 })
  const marks = { deliveredSeq, readSeq, counts, isShown: false }
  events.publish(conversationRead, { userId, profileId, partnerId, conversationId, ...marks })
  return { seq: lastSeq, at: at.toISOString() }
}

/**
 * Deletes a conversation for the member, up to the last message that the client has seen. A later message
 * shows it without the old ones.
 * Source: CHAT-12.
 * @throws AppError `chat.not_found`
 */
export async function deleteChat(
  { transaction, clock, realtime }: Pick<Context, 'transaction' | 'clock' | 'realtime'>,
  { viewer, conversationId, seq }: { viewer: Viewer; conversationId: string; seq: number | undefined },
) {
  const isFound = await transaction((tx) =>
    hideConversation(tx, { userId: viewer.userId, conversationId, seq, at: clock.now() }),
  )
  if (!isFound) throw new AppError('chat.not_found')
  realtime.send(viewer.userId, { type: 'chats.changed' })
}

type ListQuery = CallOf<typeof getChats>['query']

type Range = { before: number } | { after: number }

async function openWith(
  deps: OpenDeps,
  { viewer, context, settings }: { viewer: Viewer; context: ConversationContext; settings: PriceSettings },
) {
  const [conversation, page] = await Promise.all([
    conversationView(deps, { viewer, context, settings }),
    readMessages(deps, { viewer, context, range: { before: (context.lastSeq ?? 0) + 1 } }),
  ])
  const readSeq = await readHiddenMessages(deps, { viewer, context, page })
  return { conversation: { ...conversation, readSeq }, ...page }
}

/**
 * Marks unread messages as read that are older than the history, which the member cannot see (CHAT-10).
 * Returns the last read number.
 */
async function readHiddenMessages(
  deps: OpenDeps,
  {
    viewer,
    context: { conversationId, lastSeq, readSeq, unreadCount },
    page: { messages, hasMore },
  }: { viewer: Viewer; context: ConversationContext; page: { messages: Message[]; hasMore: boolean } },
) {
  const lastRead = readSeq ?? 0
  if (conversationId === null || !unreadCount || hasMore) return lastRead
  const seq = (messages[0]?.seq ?? (lastSeq ?? 0) + 1) - 1
  if (seq <= lastRead) return lastRead
  await markRead(deps, { viewer, conversationId, seq })
  return seq
}

async function readMessages(
  { db, clock }: Deps,
  { viewer, context, range }: { viewer: Viewer; context: ConversationContext; range: Range },
) {
  const { conversationKey, conversationId, clearedSeq, partnerProfileId, partnerName } = context
  if (context.isBlockedByThem) throw new AppError('moderation.blocked', { params: { name: partnerName } })
  if (conversationKey === null || conversationId === null) return { messages: [], hasMore: false }
  const window = {
    conversationKey,
    clearedSeq: clearedSeq ?? 0,
    since: historyStart(clock.now()),
    limit: rowsFor(MESSAGES_PAGE_SIZE),
  }
  const isBackwards = 'before' in range
  const rows = isBackwards
    ? await messagesBefore(db, { ...window, ...range })
    : await messagesAfter(db, { ...window, ...range })
  const { page, last } = pageOf(rows, MESSAGES_PAGE_SIZE)
  if (isBackwards) page.reverse()
  const messages = page.map((row) => toMessage(row, { conversationId, viewer, partnerProfileId }))
  return { messages, hasMore: last !== null }
}
