import { endpoint } from '#contract/endpoint.ts'
import type * as schemas from './schemas.ts'

export const getOperator = endpoint<typeof schemas.getOperator>('GET', '/api/operator/session', 'anyone')
export const logInOperator = endpoint<typeof schemas.logInOperator>('POST', '/api/operator/session', 'anyone')
export const finishLogin = endpoint<typeof schemas.finishLogin>('POST', '/api/operator/session/code', 'anyone')
export const acceptInvitation = endpoint<typeof schemas.acceptInvitation>(
  'POST',
  '/api/operator/invitation/:token',
  'anyone',
)
export const logOutOperator = endpoint<typeof schemas.logOutOperator>('DELETE', '/api/operator/session', 'operator', {
  permission: 'console.use',
})
export const confirmPassword = endpoint<typeof schemas.confirmPassword>(
  'POST',
  '/api/operator/confirmation',
  'operator',
  { permission: 'console.use' },
)
