import { endpoint } from '#contract/endpoint.ts'
import type * as schemas from './schemas.ts'

export const getStayOffer = endpoint<typeof schemas.getStayOffer>('GET', '/api/stay-offer', 'member')
export const acceptStayOffer = endpoint<typeof schemas.acceptStayOffer>('PUT', '/api/stay-offer', 'member')
export const getStatement = endpoint<typeof schemas.getStatement>('GET', '/api/credits/statement', 'member')
