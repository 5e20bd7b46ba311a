import type { chatNotices, Message } from '#contract/chat/schemas.ts'
import { DAY } from '#contract/time.ts'
import type { Context } from '#server/platform/context.ts'
import { emit } from '#server/platform/postgres/db.ts'
import type { Tx } from '#server/platform/postgres/tx.ts'
import { noticeWritten } from '#server/features/chat/events.ts'
import { insertNotice } from './notice-query.ts'
import { sidesOf } from '#server/features/chat/queries.ts'
import { sideOf, toLast } from '#server/features/chat/views.ts'

interface Notice {
  /** The member whose action the notice reports. */
  userId: number
  otherId: number
  notice: (typeof chatNotices)[number]
}

/**
 * Writes a notice into the conversation of two members, if any: at most one of a kind per day. It costs
 * nothing and is not unread.
 * Source: CHAT-17.
 */
export async function writeNotice(
  { clock }: Pick<Context, 'clock'>,
  tx: Tx,
  { userId, otherId, notice }: Notice,
): Promise<void> {
  const at = clock.now()
  const since = new Date(at.getTime() - DAY)
  const row = await insertNotice(tx, { userId, otherId, name: notice, at, since })
  if (!row) return
  const sides = await sidesOf(tx, row.conversationKey)
  const [one, other] = sides
  const mine = sides.find((side) => side.userId === otherId)
  if (!one || !other || !mine) return
  const message: Message = {
    conversationId: row.conversationId,
    seq: row.seq,
    clientId: row.clientId,
    // The row of the other member names this one.
    senderId: mine.partnerProfileId,
    kind: 'system',
    notice,
    sentAt: at.toISOString(),
    replyTo: null,
    quote: null,
    reactions: { sender: null, receiver: null },
  }
  const visibleSides = [one, other].filter((side) => !side.isRemoved).map(sideOf)
  await emit(tx, noticeWritten, { message, last: toLast(one), sides: visibleSides, payer: null })
}
