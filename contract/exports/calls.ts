import { endpoint } from '#contract/endpoint.ts'
import type * as schemas from './schemas.ts'

export const getExport = endpoint<typeof schemas.getExport>('GET', '/api/export', 'member')
export const requestExport = endpoint<typeof schemas.requestExport>('POST', '/api/export', 'member')
