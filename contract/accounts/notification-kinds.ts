// Without schemas, so that a page that only compares names does not load them.

/** Mails that a member can switch off. Mails about the account itself, such as receipts, are always sent. */
export const emailKinds = [
  'new_conversations',
  'new_messages',
  'like',
  'unread_message_reminders',
  'promotions',
  'weekly_updates',
  'news',
  'reminders',
] as const
export type EmailKind = (typeof emailKinds)[number]

/** Mails that need a yes: they are off until the member turns them on (NOTE-10). */
export const consentKinds = ['promotions', 'news'] as const satisfies EmailKind[]

/** Push messages that a member can switch off. */
export const pushKinds = ['push_new_conversations', 'push_new_messages', 'push_like'] as const
export type PushKind = (typeof pushKinds)[number]

export const notificationKinds = [...emailKinds, ...pushKinds] as const
export type NotificationKind = (typeof notificationKinds)[number]

/**
 * Why all mails that can be switched off are stopped: a spam complaint, an address that does not accept
 * mails, a mail program's unsubscribe button. They are in the same list.
 */
export const stopReasons = ['fbl', 'bounce', 'listunsubscribe'] as const
export type StopReason = (typeof stopReasons)[number]

/** Returns why the mails are stopped, or undefined. A spam complaint comes first. */
export function stopReasonOf(disabled: readonly string[]) {
  return stopReasons.find((reason) => disabled.includes(reason))
}
