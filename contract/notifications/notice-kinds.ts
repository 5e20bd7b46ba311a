// Without schemas, so that a page that only compares names does not load them.
import { consentKinds, type EmailKind, type PushKind } from '#contract/accounts/notification-kinds.ts'

/** What others do that a member is notified of. `conversation`: the first message of a conversation. */
export const noticeKinds = ['message', 'conversation', 'like', 'match', 'photo_request'] as const
export type NoticeKind = (typeof noticeKinds)[number]

/** Mails that are about no event. */
export const regularMailKinds = [
  'unread_message_reminders',
  'reminders',
  'weekly_updates',
  ...consentKinds,
] as const satisfies EmailKind[]

export const noticeChannels = ['mail', 'push'] as const
export type NoticeChannel = (typeof noticeChannels)[number]

/** By which switches of the settings a notice is sent, by channel. */
export const switchesOf: Record<NoticeKind, { mail: EmailKind; push: PushKind }> = {
  message: { mail: 'new_messages', push: 'push_new_messages' },
  conversation: { mail: 'new_conversations', push: 'push_new_conversations' },
  like: { mail: 'like', push: 'push_like' },
  match: { mail: 'like', push: 'push_like' },
  photo_request: { mail: 'new_messages', push: 'push_new_messages' },
}

/** Why something was not sent. The first that holds is logged, in this order. */
export const skipReasons = [
  'gone',
  'unconfirmed',
  'paused',
  'fictional',
  'hidden',
  'seen',
  'fbl',
  'bounce',
  'listunsubscribe',
  'kind_off',
  'no_consent',
  'suppressed',
  'repeated',
  'daily_limit',
  'expired',
  'nothing_new',
  'no_subscription',
  'rejected',
  'interrupted',
] as const
export type SkipReason = (typeof skipReasons)[number]
