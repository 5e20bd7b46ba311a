import { endpoint } from '#contract/endpoint.ts'
import type * as schemas from './photo-request-schemas.ts'

export const listPhotoRequests = endpoint<typeof schemas.listPhotoRequests>('GET', '/api/photo-requests', 'member')
export const decidePhotoRequest = endpoint<typeof schemas.decidePhotoRequest>(
  'PUT',
  '/api/photo-requests/:profileId',
  'member',
)
export const requestPhotos = endpoint<typeof schemas.requestPhotos>(
  'PUT',
  '/api/members/:profileId/photo-request',
  'member',
)
