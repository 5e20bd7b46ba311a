import { endpoint } from '#contract/endpoint.ts'
import type * as schemas from './schemas.ts'

export const listCodes = endpoint<typeof schemas.listCodes>('GET', '/api/operator/codes', 'operator', {
  permission: 'codes.see',
})
export const createCode = endpoint<typeof schemas.createCode>('POST', '/api/operator/codes', 'operator', {
  permission: 'codes.manage',
})
export const endCode = endpoint<typeof schemas.endCode>('DELETE', '/api/operator/codes/:code', 'operator', {
  permission: 'codes.manage',
})
