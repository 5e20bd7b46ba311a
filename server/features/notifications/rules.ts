import { DAY, MINUTE } from '#contract/time.ts'
import { stopReasonOf } from '#contract/accounts/notification-kinds.ts'
import { NOTICE_MAILS_PER_DAY, NOTICE_PUSHES_PER_DAY } from '#contract/limits.ts'
import {
  switchesOf,
  type NoticeChannel,
  type NoticeKind,
  type SkipReason,
} from '#contract/notifications/notice-kinds.ts'

interface Sent {
  /** Within 24 hours. */
  mails: number
  pushes: number
}

interface Recipient {
  /** Neither deleted nor disabled. */
  isOpen: boolean
  isConfirmed: boolean
  isPaused: boolean
  disabled: string[]
}

interface State {
  kind: NoticeKind
  isDue: boolean
  isVisible: boolean
  isFictional: boolean
  isRepeated: boolean
}

/** Returns why a member gets nothing by a channel, whatever it is about; null: nothing prevents it. */
export function recipientReason(channel: NoticeChannel, recipient: Recipient): SkipReason | null {
  if (!recipient.isOpen) return 'gone'
  if (!recipient.isConfirmed) return 'unconfirmed'
  if (recipient.isPaused) return 'paused'
  return (channel === 'mail' && stopReasonOf(recipient.disabled)) || null
}

/**
 * Returns why a notice is not sent by a channel, or null if it is (NOTE-3). Asked when it is decided, and
 * again when it is sent.
 */
export function skipReason(
  channel: NoticeChannel,
  { recipient, state }: { recipient: Recipient; state: State },
): SkipReason | null {
  const reason = recipientReason(channel, recipient)
  if (reason === 'gone' || reason === 'unconfirmed' || reason === 'paused') return reason
  if (state.isFictional) return 'fictional'
  if (!state.isVisible) return 'hidden'
  if (!state.isDue) return 'seen'
  if (reason) return reason
  if (recipient.disabled.includes(switchesOf[state.kind][channel])) return 'kind_off'
  return channel === 'mail' && state.isRepeated ? 'repeated' : null
}

/** Whether a member has had enough by a channel within 24 hours. */
export function hasEnough(channel: NoticeChannel, { mails, pushes }: Sent) {
  return channel === 'mail' ? mails >= NOTICE_MAILS_PER_DAY : pushes >= NOTICE_PUSHES_PER_DAY
}

/** Returns when the first weekly mail of a new member is due. The last bits of the key spread them. */
export function firstDigestAt(now: Date, userId: number) {
  return new Date(now.getTime() + 7 * DAY + (userId % 1440) * MINUTE)
}

/** Returns when it is first looked whether a new member needs a reminder. */
export function firstReminderAt(now: Date) {
  return new Date(now.getTime() + DAY)
}
