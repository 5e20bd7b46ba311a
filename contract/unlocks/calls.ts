import { endpoint } from '#contract/endpoint.ts'
import type * as schemas from './schemas.ts'

export const unlockPhoto = endpoint<typeof schemas.unlockPhoto>('PUT', '/api/photos/:photoId/unlock', 'member')
