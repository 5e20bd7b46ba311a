import { endpoint } from '#contract/endpoint.ts'
import type * as schemas from './schemas.ts'

export const searchMembers = endpoint<typeof schemas.searchMembers>('GET', '/api/members', 'anyone')
export const getSearchSuggestions = endpoint<typeof schemas.getSearchSuggestions>(
  'GET',
  '/api/members/suggestions',
  'member',
)
export const getOtherMembers = endpoint<typeof schemas.getOtherMembers>('GET', '/api/members/others', 'anyone')
export const getSimilarMembers = endpoint<typeof schemas.getSimilarMembers>(
  'GET',
  '/api/members/:profileId/similar',
  'member',
)
