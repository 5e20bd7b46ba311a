import { endpoint } from '#contract/endpoint.ts'
import type * as schemas from './preview-schemas.ts'

export const getProfilePreview = endpoint<typeof schemas.getProfilePreview>('GET', '/api/profile/preview', 'member')
