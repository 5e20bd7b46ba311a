import { z } from 'zod'
import { emailKinds, stopReasons } from '#contract/accounts/notification-kinds.ts'
import type { EndpointSchemas } from '#contract/endpoint.ts'
import { MAIL_TOKEN_MAX_LENGTH, QUIET_HOURS_STEP_MINUTES, TIME_ZONE_MAX_LENGTH } from '#contract/limits.ts'

const MINUTES_OF_DAY = 24 * 60

const Minutes = z
  .int()
  .min(0)
  .max(MINUTES_OF_DAY - QUIET_HOURS_STEP_MINUTES)
  .multipleOf(QUIET_HOURS_STEP_MINUTES)

/** From and to in minutes of the day; `to` that is not after `from` is on the next day. */
const QuietDay = z
  .strictObject({ from: Minutes, to: Minutes })
  .refine(({ from, to }) => from !== to, { error: 'notifications.hours_empty' })

/** An IANA name, such as `Europe/Paris`. */
const TimeZone = z
  .string()
  .max(TIME_ZONE_MAX_LENGTH)
  .regex(/^[A-Za-z][\w+/-]*$/)
  .refine(isTimeZone, { error: 'notifications.time_zone_unknown' })

function isTimeZone(name: string) {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

const NoticeSettings = z.strictObject({
  time_zone: TimeZone.nullable(),
  /** Hours without mails and push messages, from Monday. Null: none. */
  quiet_hours: z.array(QuietDay.nullable()).length(7).nullable(),
  /** Names, and the beginning of messages, in mails and push messages (NOTE-6). */
  is_detailed: z.boolean(),
})
export type NoticeSettings = z.output<typeof NoticeSettings>

/** What stays out stays as it is: another device may have changed it. Hours are sent with their time zone. */
const NoticeChange = NoticeSettings.partial().refine(
  ({ time_zone, quiet_hours }) => (quiet_hours ? Boolean(time_zone) : time_zone !== null || quiet_hours === null),
  { path: ['time_zone'], error: 'notifications.time_zone_required' },
)
export type NoticeChange = z.output<typeof NoticeChange>

export const getNoticeSettings = {
  summary: 'When the viewer gets mails and push messages about others, and what they say.',
  reply: z.object({ settings: NoticeSettings }),
} satisfies EndpointSchemas

export const saveNoticeSettings = {
  summary: 'Changes when the viewer gets mails and push messages about others, and what they say.',
  body: NoticeChange,
  reply: z.object({ settings: NoticeSettings }),
} satisfies EndpointSchemas

/** The signed token of a link in a mail: it stands for a log-in, and allows nothing else. */
const MailToken = z
  .string()
  .max(MAIL_TOKEN_MAX_LENGTH)
  .regex(/^[\w.-]+$/)

const MailPreferences = z.object({
  /** Shortened, so that a forwarded mail does not reveal it. */
  email: z.string(),
  notifications_disabled: z.array(z.enum(emailKinds)).max(emailKinds.length),
  /** Why all mails are stopped. */
  stopped: z.enum(stopReasons).nullable(),
})
export type MailPreferences = z.output<typeof MailPreferences>

export const getMailPreferences = {
  summary: 'Which mails the member gets whose mail has this link. Changes nothing.',
  query: z.strictObject({ token: MailToken }),
  reply: z.object({ preferences: MailPreferences }),
} satisfies EndpointSchemas

export const saveMailPreferences = {
  summary: 'Chooses mails by the link in a mail, without a log-in.',
  body: z.strictObject({
    token: MailToken,
    notifications_disabled: z.array(z.enum(emailKinds)).max(emailKinds.length),
  }),
  reply: z.object({ preferences: MailPreferences }),
} satisfies EndpointSchemas
