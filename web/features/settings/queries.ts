import { getCompanyInfo, getSettings } from '#contract/settings.ts'
import { apiQuery } from '#web/api/queries.ts'

/** The site's settings: brand, prices, countries. They change rarely; a later page load brings the news. */
export const settingsQuery = () => ({ ...apiQuery(getSettings, { query: {} }), staleTime: Infinity })

/** The company behind the site. Loaded once and kept (spec §7). */
export const companyQuery = () => ({ ...apiQuery(getCompanyInfo, {}), staleTime: Infinity })
