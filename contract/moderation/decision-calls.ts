import { endpoint } from '#contract/endpoint.ts'
import type * as schemas from './decision-schemas.ts'

export const getDecision = endpoint<typeof schemas.getDecision>('GET', '/api/decisions/:reference', 'anyone')
export const appealDecision = endpoint<typeof schemas.appealDecision>(
  'POST',
  '/api/decisions/:reference/appeal',
  'anyone',
)
export const markDecisionsSeen = endpoint<typeof schemas.markDecisionsSeen>('PUT', '/api/decisions/seen', 'member')
export const listDecisions = endpoint<typeof schemas.listDecisions>('GET', '/api/decisions', 'member')
