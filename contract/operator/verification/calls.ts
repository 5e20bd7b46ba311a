import { endpoint } from '#contract/endpoint.ts'
import type * as schemas from './schemas.ts'

const deciding = { permission: 'verifications.decide' } as const

export const claimSelfies = endpoint<typeof schemas.claimSelfies>(
  'POST',
  '/api/operator/verifications/claim',
  'operator',
  deciding,
)
export const decideSelfie = endpoint<typeof schemas.decideSelfie>(
  'POST',
  '/api/operator/verifications/:verificationId/decision',
  'operator',
  deciding,
)
export const getSelfie = endpoint<typeof schemas.getSelfie>(
  'GET',
  '/api/operator/verifications/:verificationId/selfie',
  'operator',
  deciding,
)
