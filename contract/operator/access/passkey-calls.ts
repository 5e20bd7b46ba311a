import { endpoint } from '#contract/endpoint.ts'
import type * as schemas from './passkey-schemas.ts'

const managing = { permission: 'passkeys.manage' } as const

export const listOperatorPasskeys = endpoint<typeof schemas.listOperatorPasskeys>(
  'GET',
  '/api/operator/passkeys',
  'operator',
  { permission: 'console.use' },
)
export const startOperatorPasskey = endpoint<typeof schemas.startOperatorPasskey>(
  'POST',
  '/api/operator/passkeys/options',
  'operator',
  managing,
)
export const addOperatorPasskey = endpoint<typeof schemas.addOperatorPasskey>(
  'POST',
  '/api/operator/passkeys',
  'operator',
  managing,
)
export const removeOperatorPasskey = endpoint<typeof schemas.removeOperatorPasskey>(
  'DELETE',
  '/api/operator/passkeys/:passkeyId',
  'operator',
  managing,
)
export const startPasskeyLogin = endpoint<typeof schemas.startPasskeyLogin>(
  'POST',
  '/api/operator/session/passkey/options',
  'anyone',
)
export const logInWithPasskey = endpoint<typeof schemas.logInWithPasskey>(
  'POST',
  '/api/operator/session/passkey',
  'anyone',
)
