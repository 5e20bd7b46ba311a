import { endpoint } from '#contract/endpoint.ts'
import type * as schemas from './security-schemas.ts'

export const getSecurity = endpoint<typeof schemas.getSecurity>('GET', '/api/security', 'member')
export const changePassword = endpoint<typeof schemas.changePassword>('POST', '/api/password', 'member')
export const endSession = endpoint<typeof schemas.endSession>('DELETE', '/api/sessions/:sessionId', 'member')
export const endOtherSessions = endpoint<typeof schemas.endOtherSessions>('DELETE', '/api/sessions', 'member')
export const startPasskey = endpoint<typeof schemas.startPasskey>('POST', '/api/passkeys/options', 'member')
export const addPasskey = endpoint<typeof schemas.addPasskey>('POST', '/api/passkeys', 'member')
export const renamePasskey = endpoint<typeof schemas.renamePasskey>('PATCH', '/api/passkeys/:passkeyId', 'member')
export const removePasskey = endpoint<typeof schemas.removePasskey>('DELETE', '/api/passkeys/:passkeyId', 'member')
export const startPasskeyLogin = endpoint<typeof schemas.startPasskeyLogin>(
  'POST',
  '/api/login/passkey/options',
  'anyone',
)
export const logInWithPasskey = endpoint<typeof schemas.logInWithPasskey>('POST', '/api/login/passkey', 'anyone')
export const logInWithCode = endpoint<typeof schemas.logInWithCode>('POST', '/api/login/code', 'anyone')
export const startSecondFactor = endpoint<typeof schemas.startSecondFactor>(
  'POST',
  '/api/second-factor/secret',
  'member',
)
export const turnOnSecondFactor = endpoint<typeof schemas.turnOnSecondFactor>('POST', '/api/second-factor', 'member')
export const turnOffSecondFactor = endpoint<typeof schemas.turnOffSecondFactor>(
  'POST',
  '/api/second-factor/off',
  'member',
)
export const renewRecoveryCodes = endpoint<typeof schemas.renewRecoveryCodes>(
  'POST',
  '/api/second-factor/recovery-codes',
  'member',
)
