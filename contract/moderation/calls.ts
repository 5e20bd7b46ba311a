import { endpoint } from '#contract/endpoint.ts'
import type * as schemas from './schemas.ts'

export const blockProfile = endpoint<typeof schemas.blockProfile>('PUT', '/api/blocks/:profileId', 'member')
export const unblockProfile = endpoint<typeof schemas.unblockProfile>('DELETE', '/api/blocks/:profileId', 'member')
export const listBlocks = endpoint<typeof schemas.listBlocks>('GET', '/api/blocks', 'member')
export const reportProfile = endpoint<typeof schemas.reportProfile>('POST', '/api/reports', 'member')
export const listReports = endpoint<typeof schemas.listReports>('GET', '/api/reports', 'member')
export const addReportAttachment = endpoint<typeof schemas.addReportAttachment>(
  'POST',
  '/api/reports/:reportId/attachments',
  'member',
  { upload: true },
)
