import { endpoint } from '#contract/endpoint.ts'
import type * as schemas from './number-schemas.ts'

const seeing = { permission: 'cases.see' } as const

export const getCaseNumbers = endpoint<typeof schemas.getCaseNumbers>(
  'GET',
  '/api/operator/case-numbers',
  'operator',
  seeing,
)
export const exportTransparency = endpoint<typeof schemas.exportTransparency>(
  'GET',
  '/api/operator/transparency/file',
  'operator',
  seeing,
)
