import { endpoint } from '#contract/endpoint.ts'
import type * as schemas from './schemas.ts'

export const getPageText = endpoint<typeof schemas.getPageText>('GET', '/api/pages/:page', 'anyone')
export const sendComplaint = endpoint<typeof schemas.sendComplaint>('POST', '/api/complaints', 'anyone')
export const pageHidden = endpoint<typeof schemas.pageHidden>('POST', '/api/page-hidden', 'anyone')
