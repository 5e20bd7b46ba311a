import { SECOND } from '#contract/time.ts'
import { accountConfirmed, accountCreated, emailChanged, mailsResumed } from '#server/features/accounts/events.ts'
import { messageRepeated, messageSent, type ConversationUpdate } from '#server/features/chat/events.ts'
import { likeGiven, matchMade } from '#server/features/likes/events.ts'
import { photosRequested } from '#server/features/profiles/events.ts'
import type { AppContext } from '#server/context.ts'
import { SharedStatements } from '#server/platform/postgres/shared-statements.ts'
import { insertMember } from './queries.ts'
import type { NoticeKey } from './current.ts'
import { recordNotices } from './record.ts'
import { applyAddress, forgetBounces, recordBounce } from './reports/record-report.ts'
import { firstReminderAt, firstDigestAt } from './rules.ts'
import { settleMembers } from './settle.ts'

/** Numbers events in seconds since then, so that they fit into an integer. */
const EPOCH_MS = Date.UTC(2026, 0, 1)

/**
 * Records what happens, as notices (NOTE-3). What has a transaction is recorded within it. Messages have
 * statements that they share, and so have their notices, after the commit; what a kill loses of these is
 * left to the reminder of unread messages (NOTE-11).
 */
export function notificationsSubscribers(context: AppContext) {
  const { events, clock, db, log } = context
  const seconds = () => Math.floor((clock.now().getTime() - EPOCH_MS) / SECOND)
  /** Records an event in its transaction. */
  const record = (tx: Parameters<typeof recordNotices>[1], event: Omit<NoticeKey, 'seq'>) =>
    recordNotices(context, tx, [{ ...event, seq: seconds() }])

  events.within(accountCreated, async (tx, { userId }) => {
    const now = clock.now()
    await insertMember(tx, { userId, digestAt: firstDigestAt(now, userId), reminderAt: firstReminderAt(now) })
    await applyAddress(context, tx, userId)
  })
  // By a link that was mailed to the address, which therefore works.
  for (const event of [accountConfirmed, emailChanged])
    events.within(event, async (tx, { userId }) => {
      await forgetBounces(context, tx, userId)
      await applyAddress(context, tx, userId)
    })
  events.within(mailsResumed, (tx, { userId }) => forgetBounces(context, tx, userId))
  context.mail.onRejected(async ({ to, isAddress }) => {
    if (isAddress) await recordBounce(context, { email: to, type: 'permanent' })
  })

  events.within(likeGiven, async (tx, { userId, otherId, isMatch, isRepeated }) => {
    if (!isMatch && !isRepeated) await record(tx, { userId: otherId, kind: 'like', otherId: userId })
  })
  // Who liked second is there.
  events.within(matchMade, async (tx, { userId, otherId }) => {
    await record(tx, { userId: otherId, kind: 'match', otherId: userId })
  })
  events.within(photosRequested, async (tx, { ownerId, memberId }) => {
    await record(tx, { userId: ownerId, kind: 'photo_request', otherId: memberId })
  })
  /** One transaction at a time: many would take the connections that requests need. */
  const members = new SharedStatements<number, void>({
    stuckMs: 30 * SECOND,
    async write(userIds) {
      // What fails is left to the job of each minute, which decides about each member by itself.
      await settleMembers(context, [...new Set(userIds)]).catch((error: unknown) =>
        log.error({ err: error }, 'notices of members not decided'),
      )
      return userIds.map(() => undefined)
    },
  })
  events.after(likeGiven, ({ otherId }) => members.write(otherId))
  events.after(matchMade, ({ otherId }) => members.write(otherId))
  events.after(photosRequested, ({ ownerId }) => members.write(ownerId))

  const messages = new SharedStatements({
    async write(batch: readonly NoticeKey[]) {
      const pushed = await recordNotices(context, db, batch)
      return batch.map(({ userId }) => pushed.includes(userId))
    },
  })
  for (const event of [messageSent, messageRepeated]) {
    events.after(event, async (update) => {
      for (const notice of noticesOf(update)) if (await messages.write(notice)) await members.write(notice.userId)
    })
  }
}

/** Returns the notices of a message: to the member who did not write it. */
function noticesOf({ message: { seq }, last: { senderId }, sides }: ConversationUpdate) {
  return sides.flatMap(({ userId }): NoticeKey[] =>
    userId === senderId ? [] : [{ userId, kind: seq === 1 ? 'conversation' : 'message', otherId: senderId, seq }],
  )
}
