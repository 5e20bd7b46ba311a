import { endpoint } from '#contract/endpoint.ts'
import type * as schemas from './visit-schemas.ts'

export const addVisit = endpoint<typeof schemas.addVisit>('PUT', '/api/members/:profileId/visit', 'member')
export const listVisitors = endpoint<typeof schemas.listVisitors>('GET', '/api/visitors', 'member')
export const countVisitors = endpoint<typeof schemas.countVisitors>('GET', '/api/visitors/new', 'member')
export const markVisitorsSeen = endpoint<typeof schemas.markVisitorsSeen>('PUT', '/api/visitors/seen', 'member')
