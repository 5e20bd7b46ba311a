import { endpoint } from '#contract/endpoint.ts'
import type * as schemas from './schemas.ts'

const managing = { permission: 'operators.manage' } as const

export const listOperators = endpoint<typeof schemas.listOperators>('GET', '/api/operator/operators', 'operator', {
  permission: 'operators.see',
})
export const inviteOperator = endpoint<typeof schemas.inviteOperator>(
  'POST',
  '/api/operator/operators',
  'operator',
  managing,
)
export const renewInvitation = endpoint<typeof schemas.renewInvitation>(
  'POST',
  '/api/operator/operators/:operatorId/invitation',
  'operator',
  managing,
)
export const changeRole = endpoint<typeof schemas.changeRole>(
  'PUT',
  '/api/operator/operators/:operatorId/role',
  'operator',
  managing,
)
export const disableOperator = endpoint<typeof schemas.disableOperator>(
  'PUT',
  '/api/operator/operators/:operatorId/disabled',
  'operator',
  managing,
)
export const enableOperator = endpoint<typeof schemas.enableOperator>(
  'DELETE',
  '/api/operator/operators/:operatorId/disabled',
  'operator',
  managing,
)
export const resetSecondFactor = endpoint<typeof schemas.resetSecondFactor>(
  'DELETE',
  '/api/operator/operators/:operatorId/second-factor',
  'operator',
  managing,
)
