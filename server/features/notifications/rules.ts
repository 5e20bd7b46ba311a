import { DAY, HOUR, MINUTE } from '#contract/time.ts'
import { consentKinds, stopReasonOf, type EmailKind } from '#contract/accounts/notification-kinds.ts'
import {
  BOUNCE_HALF_LIFE_MS,
  CREDITS_REMINDER_MS,
  NOTICE_MAILS_PER_DAY,
  NOTICE_MAX_AGE_MS,
  NOTICE_PUSHES_PER_DAY,
  REMINDER_END_MS,
  SIGNUP_REMINDER_END_MS,
  SIGNUP_REMINDER_MS,
  UNREAD_REMINDER_MS,
} from '#contract/limits.ts'
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
  /** The same for a mail. */
  isMailDue: boolean
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
  if (!(channel === 'mail' ? state.isMailDue : state.isDue)) return 'seen'
  if (reason) return reason
  if (recipient.disabled.includes(switchesOf[state.kind][channel])) return 'kind_off'
  return channel === 'mail' && state.isRepeated ? 'repeated' : null
}

/** The same of a notice that waits. One about an erased member has no state. */
export function waitingReason(
  channel: NoticeChannel,
  {
    now,
    recipient,
    happenedAt,
    state,
  }: { now: Date; recipient: Recipient; happenedAt: Date; state: State | undefined },
): SkipReason | null {
  if (!state) return 'hidden'
  const isOld = happenedAt.getTime() + NOTICE_MAX_AGE_MS <= now.getTime()
  return skipReason(channel, { recipient, state }) ?? (isOld ? 'expired' : null)
}

/** Returns why a member gets no mail of a kind, whatever it is about (NOTE-9, NOTE-10), or null. */
export function mailKindReason(kind: EmailKind, recipient: Recipient & { consents: string[]; isFictional: boolean }) {
  if (recipient.isFictional) return 'fictional'
  const reason = recipientReason('mail', recipient)
  if (reason) return reason
  if (recipient.disabled.includes(kind)) return 'kind_off'
  const needsConsent = consentKinds.some((each) => each === kind)
  return needsConsent && !recipient.consents.includes(kind) ? 'no_consent' : null
}

/** The longest wait of `retryAt`. */
export const LONGEST_RETRY_MS = 2 * HOUR

/** Returns when a mail is tried again that the mail server did not take. */
export function retryAt(now: Date, attempts: number) {
  return new Date(now.getTime() + Math.min(2 ** (attempts - 1) * MINUTE, LONGEST_RETRY_MS))
}

/** Returns the points of an address now: they halve in `BOUNCE_HALF_LIFE_MS` (NOTE-14). */
export function bouncesNow({ bounces, bouncedAt }: { bounces: number; bouncedAt: Date | null }, now: Date) {
  if (!bouncedAt) return 0
  return bounces * 0.5 ** (Math.max(0, now.getTime() - bouncedAt.getTime()) / BOUNCE_HALF_LIFE_MS)
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

/** Returns when the next weekly mail is due: a week after the last, or from now if it was long ago. */
export function nextDigestAt(now: Date, dueAt: Date) {
  const next = dueAt.getTime() + 7 * DAY
  return new Date(next > now.getTime() ? next : now.getTime() + 7 * DAY)
}

interface Absence {
  lastActiveAt: Date | null
  createdAt: Date
  unread: number
  unreadAt: Date | null
  balance: number
  isUnfinished: boolean
}

/** A reminder, which a member gets once by its key. */
export interface Reminder {
  kind: 'unread_message_reminders' | 'reminders'
  key: string
  about: { about: 'unread' | 'signup' | 'credits'; credits: number }
}

/**
 * Returns the reminder of a member who is away, or null (NOTE-11). The first that applies. Its key belongs to
 * what it is about, which has an end, as the row that prevents a second one is not stored for ever.
 */
export function reminderOf(
  { lastActiveAt, createdAt, unread, unreadAt, balance, isUnfinished }: Absence,
  { now, price }: { now: Date; price: number },
): Reminder | null {
  const awaySince = (lastActiveAt ?? createdAt).getTime()
  const isAway = (ms: number) => awaySince + ms <= now.getTime()
  const isOlder = (at: Date, ms: number) => at.getTime() + ms <= now.getTime()
  const isWaiting = unreadAt && isOlder(unreadAt, UNREAD_REMINDER_MS) && !isOlder(unreadAt, REMINDER_END_MS)
  if (unread > 0 && isWaiting && isAway(UNREAD_REMINDER_MS))
    return {
      kind: 'unread_message_reminders',
      key: `unread:${unreadAt.toISOString()}`,
      about: { about: 'unread', credits: 0 },
    }
  const isNew = isOlder(createdAt, SIGNUP_REMINDER_MS) && !isOlder(createdAt, SIGNUP_REMINDER_END_MS)
  if (isUnfinished && isNew && isAway(SIGNUP_REMINDER_MS))
    return { kind: 'reminders', key: 'signup', about: { about: 'signup', credits: 0 } }
  if (price > 0 && balance >= price && isAway(CREDITS_REMINDER_MS) && !isAway(REMINDER_END_MS))
    return {
      kind: 'reminders',
      key: `credits:${new Date(awaySince).toISOString()}`,
      about: { about: 'credits', credits: balance },
    }
  return null
}
