import { getMailPreferences, getNoticeSettings } from '#contract/notifications/calls.ts'
import { apiQuery } from '#web/api/queries.ts'

/** When the member gets mails and push messages, and what they say. */
export const noticeSettingsQuery = () => apiQuery(getNoticeSettings, {})

/** Which mails the member gets whose mail has a link. */
export const mailPreferencesQuery = (token: string) => apiQuery(getMailPreferences, { query: { token } })
