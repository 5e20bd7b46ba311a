import { endpoint } from '#contract/endpoint.ts'
import type * as schemas from './schemas.ts'

export const checkSignup = endpoint<typeof schemas.checkSignup>('POST', '/api/signup/check', 'anyone')
export const signUp = endpoint<typeof schemas.signUp>('POST', '/api/signup', 'anyone', { upload: true })
