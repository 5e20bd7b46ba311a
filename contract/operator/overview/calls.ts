import { endpoint } from '#contract/endpoint.ts'
import type * as schemas from './schemas.ts'

export const getHealth = endpoint<typeof schemas.getHealth>('GET', '/api/operator/health', 'operator', {
  permission: 'health.see',
})
export const getNumbers = endpoint<typeof schemas.getNumbers>('GET', '/api/operator/numbers', 'operator', {
  permission: 'numbers.see',
})
export const getSources = endpoint<typeof schemas.getSources>('GET', '/api/operator/numbers/sources', 'operator', {
  permission: 'numbers.see',
})
export const getCohorts = endpoint<typeof schemas.getCohorts>('GET', '/api/operator/numbers/cohorts', 'operator', {
  permission: 'numbers.see',
})
