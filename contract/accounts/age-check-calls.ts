import { endpoint } from '#contract/endpoint.ts'
import type * as schemas from './age-check-schemas.ts'

export const getAgeCheck = endpoint<typeof schemas.getAgeCheck>('GET', '/api/age-check', 'member')
export const startAgeCheck = endpoint<typeof schemas.startAgeCheck>('POST', '/api/age-check', 'member')
