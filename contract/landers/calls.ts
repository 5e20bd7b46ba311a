import { endpoint } from '#contract/endpoint.ts'
import type * as schemas from './schemas.ts'

export const getLander = endpoint<typeof schemas.getLander>('GET', '/api/landers/:lander', 'anyone')
