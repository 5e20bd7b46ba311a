import type { User } from '#contract/accounts/schemas.ts'
import { notificationKinds, type NotificationKind } from '#contract/accounts/notification-kinds.ts'

/** What one press on a switch changes. */
export interface NotificationChange {
  kind: NotificationKind
  isOn: boolean
}

type Disabled = User['notifications_disabled']

/** Returns what is switched off after some changes. Reasons that stop all mails stay. */
export function withChanges(disabled: Disabled, changes: readonly NotificationChange[]): Disabled {
  return changes.reduce<Disabled>((before, { kind, isOn }) => {
    const others = before.filter((each) => each !== kind)
    return isOn ? others : [...others, kind]
  }, disabled)
}

/** Returns the kinds among what is switched off, which a member may set. */
export function disabledKinds(disabled: Disabled) {
  return notificationKinds.filter((kind) => disabled.includes(kind))
}
