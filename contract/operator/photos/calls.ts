import { endpoint } from '#contract/endpoint.ts'
import type * as schemas from './schemas.ts'

const reviewing = { permission: 'photos.review' } as const

export const claimPhotos = endpoint<typeof schemas.claimPhotos>(
  'POST',
  '/api/operator/photos/claim',
  'operator',
  reviewing,
)
export const decidePhotos = endpoint<typeof schemas.decidePhotos>(
  'POST',
  '/api/operator/photos/decisions',
  'operator',
  reviewing,
)
export const getReviewedPhoto = endpoint<typeof schemas.getReviewedPhoto>(
  'GET',
  '/api/operator/photos/:photoId/:size',
  'operator',
  reviewing,
)
