import { endpoint } from '#contract/endpoint.ts'
import type * as schemas from './schemas.ts'

const seeing = { permission: 'audit.see' } as const

export const listAudit = endpoint<typeof schemas.listAudit>('GET', '/api/operator/audit', 'operator', seeing)
export const verifyAudit = endpoint<typeof schemas.verifyAudit>('GET', '/api/operator/audit/chain', 'operator', seeing)
export const exportAudit = endpoint<typeof schemas.exportAudit>('GET', '/api/operator/audit/file', 'operator', seeing)
