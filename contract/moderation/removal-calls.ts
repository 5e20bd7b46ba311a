import { endpoint } from '#contract/endpoint.ts'
import type * as schemas from './removal-schemas.ts'

export const requestRemoval = endpoint<typeof schemas.requestRemoval>('POST', '/api/removal-requests', 'anyone')
