import { endpoint } from '#contract/endpoint.ts'
import type * as schemas from './verification-schemas.ts'

export const getVerification = endpoint<typeof schemas.getVerification>('GET', '/api/verification', 'member')
export const requestPose = endpoint<typeof schemas.requestPose>('POST', '/api/verification/pose', 'member')
export const sendSelfie = endpoint<typeof schemas.sendSelfie>('POST', '/api/verification/selfie', 'member', {
  upload: true,
})
export const withdrawSelfie = endpoint<typeof schemas.withdrawSelfie>('DELETE', '/api/verification/selfie', 'member')
