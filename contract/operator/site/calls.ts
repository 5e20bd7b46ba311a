import { endpoint } from '#contract/endpoint.ts'
import type * as schemas from './schemas.ts'

const seeing = { permission: 'site.see' } as const
const managing = { permission: 'site.manage' } as const

export const listSites = endpoint<typeof schemas.listSites>('GET', '/api/operator/sites', 'operator', seeing)
export const createSite = endpoint<typeof schemas.createSite>('POST', '/api/operator/sites', 'operator', managing)
export const getSite = endpoint<typeof schemas.getSite>('GET', '/api/operator/sites/:siteId', 'operator', seeing)
export const changeSite = endpoint<typeof schemas.changeSite>(
  'PUT',
  '/api/operator/sites/:siteId',
  'operator',
  managing,
)
export const changeSettings = endpoint<typeof schemas.changeSettings>(
  'PATCH',
  '/api/operator/sites/:siteId/settings',
  'operator',
  managing,
)
export const createCompany = endpoint<typeof schemas.createCompany>(
  'POST',
  '/api/operator/companies',
  'operator',
  managing,
)
export const getCompany = endpoint<typeof schemas.getCompany>(
  'GET',
  '/api/operator/companies/:companyId',
  'operator',
  seeing,
)
export const changeCompany = endpoint<typeof schemas.changeCompany>(
  'PUT',
  '/api/operator/companies/:companyId',
  'operator',
  managing,
)
export const listHistory = endpoint<typeof schemas.listHistory>('GET', '/api/operator/history', 'operator', seeing)
export const restoreVersion = endpoint<typeof schemas.restoreVersion>(
  'POST',
  '/api/operator/history',
  'operator',
  managing,
)
export const listPageTexts = endpoint<typeof schemas.listPageTexts>('GET', '/api/operator/pages', 'operator', seeing)
export const getPageText = endpoint<typeof schemas.getPageText>(
  'GET',
  '/api/operator/pages/:page/:language',
  'operator',
  seeing,
)
export const changePageText = endpoint<typeof schemas.changePageText>(
  'PUT',
  '/api/operator/pages/:page/:language',
  'operator',
  managing,
)
export const previewPageText = endpoint<typeof schemas.previewPageText>(
  'POST',
  '/api/operator/pages/preview',
  'operator',
  seeing,
)
