/** Where the lander and the empty layout warn; the default layout warns everywhere. */
export const WARNED_COUNTRIES: readonly string[] = ['NL', 'DE']

const uncovered =
  /^\/(?:terms|privacy|cookies|complaints|safety-tips|accessibility|service|ban|return-policy|activate|account-deleted|mail-change|mail-preferences|decisions|image-removal|faq|lang-config)(?:\/|$)/

/** A page that is none, and a link from a mail. */
const uncoveredRoutes: readonly string[] = ['routes/not-found', 'routes/accounts/one-time-link']

interface Visit {
  /** Setting of the site. */
  enable_site_entry_popup: 'yes' | 'no'
  isInstalledApp: boolean
  country: string
  /** Countries in which the layout warns; undefined for all. */
  countries: readonly string[] | undefined
  path: string
  /** Ids of the matched routes. */
  routes: readonly string[]
}

/** Returns whether a visitor without log-in, who has not closed it before, sees the warning (SHELL-17). */
export function warnsAtEntry({ enable_site_entry_popup, isInstalledApp, country, countries, path, routes }: Visit) {
  if (enable_site_entry_popup === 'no' || isInstalledApp) return false
  // Operators are at work.
  if (/^\/operator(?:\/|$)/.test(path)) return false
  // Who is there on the way through a form, or with a link from a mail, has entered already.
  if (/^\/(?:complete-signup|reset-password)(?:\/|$)/.test(path)) return false
  // The warning refers to the terms: it must not cover them, nor what helps and what a mail leads to, nor
  // the choice of the language in which it is read.
  if (uncovered.test(path) || routes.some((id) => uncoveredRoutes.includes(id))) return false
  return countries === undefined || countries.includes(country)
}
