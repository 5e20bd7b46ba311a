import { emailKinds, notificationKinds, stopReasonOf, type EmailKind } from '#contract/accounts/notification-kinds.ts'
import type { Language } from '#contract/languages.ts'
import type { MailPreferences, NoticeChange, NoticeSettings } from '#contract/notifications/schemas.ts'
import { saveNotifications, stopMails } from '#server/features/accounts/notifications/notifications.ts'
import type { AppContext } from '#server/context.ts'
import { AppError } from '#server/platform/errors.ts'
import { isPreferencesToken, profileIdIn } from './mails/signed-ids.ts'
import { insertMember } from './queries.ts'
import * as queries from './settings-queries.ts'

type Deps = Pick<AppContext, 'db' | 'transaction' | 'clock' | 'config'>

/** Returns when a member gets notices, and what they say (NOTE-4, NOTE-6). */
export async function findNoticeSettings({ db }: Pick<Deps, 'db'>, userId: number): Promise<NoticeSettings> {
  const { timeZone, quietHours, isDetailed } = await queries.findSettings(db, userId)
  return { time_zone: timeZone, quiet_hours: quietHours ? [...quietHours] : null, is_detailed: isDetailed }
}

/** Changes these settings; those that `change` leaves out stay. */
export async function saveNoticeSettings(
  { transaction, clock }: Pick<Deps, 'transaction' | 'clock'>,
  { userId, change }: { userId: number; change: NoticeChange },
) {
  const now = clock.now()
  const { time_zone: timeZone, quiet_hours: quietHours, is_detailed: isDetailed } = change
  await transaction(async (tx) => {
    await insertMember(tx, { userId, digestAt: now, reminderAt: now })
    if (Object.keys(change).length > 0) await queries.saveSettings(tx, { userId, timeZone, quietHours, isDetailed })
  })
}

/**
 * Returns which mails a member gets, by the link in one of them (NOTE-12).
 * @throws AppError `notifications.link_invalid`: not made here, of an earlier address, of a closed account
 */
export async function findPreferences(context: Deps, token: string): Promise<MailPreferences> {
  const { email, disabled } = await openAccountOf(context, token)
  return {
    email: shorten(email),
    notifications_disabled: emailKinds.filter((kind) => disabled.includes(kind)),
    stopped: stopReasonOf(disabled) ?? null,
  }
}

/** Chooses mails by the link in one of them. Push messages stay as they are. @throws as `findPreferences` */
export async function savePreferences(
  context: Deps,
  { token, kinds, language }: { token: string; kinds: EmailKind[]; language: Language },
) {
  const { userId, disabled } = await openAccountOf(context, token)
  const others = notificationKinds.filter(
    (kind) => disabled.includes(kind) && !emailKinds.some((emailKind) => emailKind === kind),
  )
  await saveNotifications(context, { viewer: { userId, language }, kinds: [...kinds, ...others] })
}

/**
 * Stops the mails of a member whose mail program posted to the link (RFC 8058). A repeated request changes
 * nothing more. Also of a closed account, which can be opened again.
 * @throws AppError `notifications.link_invalid`: not made here, of an earlier address
 */
export async function unsubscribe(context: Deps, token: string) {
  const { userId } = await accountOf(context, token)
  await context.transaction((tx) => stopMails(tx, { userId, reason: 'listunsubscribe' }))
}

async function openAccountOf(context: Deps, token: string) {
  const account = await accountOf(context, token)
  if (!account.isOpen) throw new AppError('notifications.link_invalid')
  return account
}

async function accountOf({ db, config }: Deps, token: string) {
  const account = await queries.findAccount(db, profileIdIn(token))
  if (!account || !isPreferencesToken(config, token, account)) throw new AppError('notifications.link_invalid')
  return account
}

/** `anna@example.com` as `a•••@example.com`. */
function shorten(email: string) {
  const [local = '', domain = ''] = email.split('@')
  return `${local.slice(0, 1)}•••@${domain}`
}
