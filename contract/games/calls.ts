import { endpoint } from '#contract/endpoint.ts'
import type * as schemas from './schemas.ts'

export const getSwipeGame = endpoint<typeof schemas.getSwipeGame>('GET', '/api/swipes', 'member')
export const swipeMember = endpoint<typeof schemas.swipeMember>('PUT', '/api/swipes/:profileId', 'member')
export const undoSwipe = endpoint<typeof schemas.undoSwipe>('DELETE', '/api/swipes/:profileId', 'member')
export const findMatches = endpoint<typeof schemas.findMatches>('GET', '/api/match-finder', 'member')
export const getDiscovery = endpoint<typeof schemas.getDiscovery>('GET', '/api/discovery', 'member')
