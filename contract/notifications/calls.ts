import { endpoint } from '#contract/endpoint.ts'
import type * as schemas from './schemas.ts'

export const getNoticeSettings = endpoint<typeof schemas.getNoticeSettings>(
  'GET',
  '/api/notification-settings',
  'member',
)
export const saveNoticeSettings = endpoint<typeof schemas.saveNoticeSettings>(
  'PATCH',
  '/api/notification-settings',
  'member',
)
export const getMailPreferences = endpoint<typeof schemas.getMailPreferences>('GET', '/api/mail-preferences', 'anyone')
export const saveMailPreferences = endpoint<typeof schemas.saveMailPreferences>(
  'PUT',
  '/api/mail-preferences',
  'anyone',
)
