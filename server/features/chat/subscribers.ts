import { TypingMessage } from '#contract/realtime.ts'
import { SECOND } from '#contract/time.ts'
import { accountErased } from '#server/features/accounts/events.ts'
import { profileBlocked, profileUnblocked } from '#server/features/moderation/events.ts'
import type { Context } from '#server/platform/context.ts'
import { conversationRead, messageRepeated, messageSent } from './events.ts'
import { deleteConversations, hideFromBoth, partnerIn } from './queries.ts'

const TYPING_INTERVAL_MS = 1 * SECOND

export function chatSubscribers(context: Context) {
  const { db, clock, events, realtime } = context

  // A block hides the conversation for both sides (MOD-3). Unblocking hides it again: a message sent concurrently with
  // the block may have made it visible, and unblocking must not bring anything back.
  for (const event of [profileBlocked, profileUnblocked]) {
    events.within(event, (tx, pair) => hideFromBoth(tx, { ...pair, at: clock.now() }))
  }
  events.after(profileBlocked, ({ userId, otherId }) => {
    for (const id of [userId, otherId]) realtime.send(id, { type: 'chats.changed' })
  })

  events.within(accountErased, (tx, { userId }) => deleteConversations(tx, userId))

  // Clients ignore a message that they have.
  for (const event of [messageSent, messageRepeated]) {
    events.after(event, ({ senderId, partnerId, message }) => {
      const { conversationId, seq } = message
      for (const id of [partnerId, senderId]) {
        if (seq === 1) realtime.send(id, { type: 'chats.changed' })
        realtime.send(id, { type: 'message', conversationId, message })
      }
    })
  }

  events.after(conversationRead, ({ userId, partnerId, profileId, conversationId, readSeq }) => {
    for (const id of [partnerId, userId]) {
      realtime.send(id, { type: 'receipt', conversationId, profileId, deliveredSeq: readSeq, readSeq })
    }
  })

  realtime.onMessage(
    TypingMessage,
    async ({ userId }, { conversationId }) => {
      const pair = await partnerIn(db, { userId, conversationId })
      if (pair) realtime.send(pair.partnerId, { type: 'typing', conversationId, profileId: pair.profileId })
    },
    { minIntervalMs: TYPING_INTERVAL_MS },
  )
}
