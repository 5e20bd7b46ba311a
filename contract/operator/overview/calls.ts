import { endpoint } from '#contract/endpoint.ts'
import type * as schemas from './schemas.ts'

export const getHealth = endpoint<typeof schemas.getHealth>('GET', '/api/operator/health', 'operator', {
  permission: 'health.see',
})
export const getNumbers = endpoint<typeof schemas.getNumbers>('GET', '/api/operator/numbers', 'operator', {
  permission: 'numbers.see',
})
