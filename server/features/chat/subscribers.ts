import { ReceivedMessage, TypingMessage } from '#contract/realtime.ts'
import { SECOND } from '#contract/time.ts'
import { accountConfirmed, accountErased, accountVisibilityChanged } from '#server/features/accounts/events.ts'
import { clearUpload } from '#server/features/chat/upload-files.ts'
import { onlineSince } from '#server/features/profiles/rules.ts'
import { presenceChanged } from '#server/features/search/events.ts'
import { matchMade } from '#server/features/likes/events.ts'
import { cardChanged, modesChanged, photoRequestDecided } from '#server/features/profiles/events.ts'
import {
  contentRemoved,
  contentRestored,
  profileBlocked,
  profileUnblocked,
} from '#server/features/moderation/events.ts'
import { inspectMessage } from '#server/features/moderation/signals/inspect-message.ts'
import type { AppContext } from '#server/context.ts'
import type { Context } from '#server/platform/context.ts'
import { emit } from '#server/platform/postgres/db.ts'
import { Deliveries } from './live/deliveries.ts'
import {
  conversationRead,
  conversationsChanged,
  conversationsDeleted,
  messageChanged,
  messageRepeated,
  messageSent,
  noticeWritten,
} from './events.ts'
import { removeMessage, restoreMessage } from './conversations/moderated-message.ts'
import { deleteConversations, hideFromBoth } from './conversations/hide-queries.ts'
import { writeNotice } from './live/notices.ts'
import { presenceWatchers } from './live/presence-query.ts'
import { partnersOf } from './queries.ts'
import { textIn } from './rules.ts'
import { TypingPartners } from './live/typing.ts'

/** Short enough for a person who goes on typing after a message; clients repeat the sign more rarely. */
const TYPING_INTERVAL_MS = SECOND / 4

export function chatSubscribers(context: AppContext) {
  changeConversations(context)
  notifySockets(context)
  handleMessages(context)
}

/** What events of other slices change in conversations, and what a message signals. */
function changeConversations(context: AppContext) {
  const { clock, events, jobs } = context

  // A block deletes the conversation for both sides (MOD-3) and closes it to messages on their way.
  // Unblocking opens it. Without a conversation the other gets no event: it would reveal the block (MOD-2).
  for (const event of [profileBlocked, profileUnblocked]) {
    events.within(event, async (tx, { userId, otherId }) => {
      const listedBy = await hideFromBoth(tx, { userId, otherId, at: clock.now() })
      await emit(tx, conversationsDeleted, { partnerIds: listedBy.filter((id) => id === otherId) })
    })
  }

  events.within(contentRemoved, (tx, removed) => removeMessage({ jobs }, tx, removed))
  events.within(contentRestored, restoreMessage)
  // The message is stored and stays; what it signals is for a person to decide (MOD-24).
  events.after(messageSent, async ({ message, last: { senderId }, siteId }) => {
    const text = textIn(message)
    if (text === '') return
    const { conversationId, seq } = message
    await inspectMessage(context, { senderId, siteId, conversationId, seq, text })
  })

  events.within(matchMade, (tx, pair) => writeNotice(context, tx, { ...pair, notice: 'match' }))
  events.within(photoRequestDecided, async (tx, { ownerId, memberId, isGranted }) => {
    if (isGranted) await writeNotice(context, tx, { userId: ownerId, otherId: memberId, notice: 'photos_granted' })
  })

  events.within(accountErased, async (tx, { userId }) => {
    const partnerIds = await partnersOf(tx, userId)
    for (const storageKey of await deleteConversations(tx, userId)) await clearUpload({ jobs }, tx, storageKey)
    await emit(tx, conversationsDeleted, { partnerIds })
  })
}

/** What the sockets of members are sent. */
function notifySockets({ db, clock, events, realtime }: AppContext) {
  const listsChanged = (userIds: readonly number[]) => {
    for (const userId of userIds) realtime.send(userId, { type: 'chats.changed' })
  }
  events.after(profileBlocked, ({ userId }) => listsChanged([userId]))
  events.after(conversationsDeleted, ({ partnerIds }) => listsChanged(partnerIds))
  events.after(conversationsChanged, ({ userIds }) => listsChanged(userIds))

  // A mode also ends what others were shown: their pages would still show the member as online (CHAT-16).
  // Those who waited for the confirmation can answer now (CHAT-6).
  for (const event of [accountVisibilityChanged, modesChanged, accountConfirmed])
    events.after(event, async ({ userId }) => listsChanged(await partnersOf(db, userId)))

  // Lists show another name or photo. Only those are notified who may know of the member's activity.
  events.after(cardChanged, async ({ userId }) => {
    const watchers = await presenceWatchers(db, { userIds: [userId], onlineSince: onlineSince(clock.now()) })
    listsChanged(watchers.map(({ watcherId }) => watcherId))
  })

  // Clients ignore a message that they have.
  for (const event of [messageSent, messageRepeated, noticeWritten]) {
    events.after(event, ({ message, last: { senderId, ...latest }, sides, payer }) => {
      for (const { userId, partnerProfileId, unread, totals } of sides) {
        // The list of a client has no row yet that the message could change.
        if (message.seq === 1) realtime.send(userId, { type: 'chats.changed' })
        realtime.send(userId, {
          type: 'message',
          message,
          partnerId: partnerProfileId,
          last: { ...latest, isMine: userId === senderId, status: 'sent' },
          unread,
          totals,
          credits: userId === payer?.userId ? payer.credits : null,
        })
      }
    })
  }

  events.after(messageChanged, ({ message, userIds }) => {
    for (const userId of userIds) {
      realtime.send(userId, { type: 'message.changed', message })
      // The list shows the latest message and counts the unread ones.
      if (message.kind === 'deleted') realtime.send(userId, { type: 'chats.changed' })
    }
  })

  events.after(conversationRead, ({ userId, partnerId, isShown, counts: { unread, totals }, ...receipt }) => {
    const { profileId, conversationId, deliveredSeq, readSeq } = receipt
    const event = { type: 'receipt', conversationId, profileId, deliveredSeq, readSeq } as const
    if (isShown) realtime.send(partnerId, { ...event, unread: null })
    realtime.send(userId, { ...event, unread: { conversation: unread, totals } })
  })

  events.after(presenceChanged, async ({ userIds, isOnline }) => {
    for (const { watcherId, profileId } of await presenceWatchers(db, {
      userIds,
      onlineSince: onlineSince(clock.now()),
    }))
      realtime.send(watcherId, { type: 'presence', profileId, isOnline })
  })
}

/** What clients send over their sockets: typing, and how far messages were received. */
function handleMessages(context: Context) {
  const { events, realtime } = context
  const partners = new TypingPartners(context)
  events.after(profileBlocked, ({ userId, otherId }) => partners.remove([userId, otherId]))
  for (const event of [accountVisibilityChanged, modesChanged])
    events.after(event, ({ userId }) => partners.remove([userId]))
  realtime.onMessage(
    TypingMessage,
    async ({ userId }, { conversationId }) => {
      const pair = await partners.find({ userId, conversationId })
      if (pair) realtime.send(pair.partnerId, { type: 'typing', conversationId, profileId: pair.profileId })
    },
    { minIntervalMs: TYPING_INTERVAL_MS },
  )

  const deliveries = new Deliveries(context)
  realtime.onMessage(ReceivedMessage, async ({ userId }, { conversationId, seq }) =>
    deliveries.add({ userId, conversationId, seq }),
  )
  realtime.onClose(() => deliveries.flush())
}
