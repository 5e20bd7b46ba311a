import { endpoint } from '#contract/endpoint.ts'
import type * as schemas from './schemas.ts'

export const getSettings = endpoint<typeof schemas.getSettings>('GET', '/api/settings', 'anyone')
export const getInterests = endpoint<typeof schemas.getInterests>('GET', '/api/interests', 'anyone')
export const getCompanyInfo = endpoint<typeof schemas.getCompanyInfo>('GET', '/api/companyinfo', 'anyone')
export const getRegions = endpoint<typeof schemas.getRegions>('GET', '/api/regions', 'anyone')
export const getCities = endpoint<typeof schemas.getCities>('GET', '/api/cities', 'anyone')
export const getGeocode = endpoint<typeof schemas.getGeocode>('GET', '/api/geocode', 'anyone')
