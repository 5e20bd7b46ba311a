import type { CountryCode } from '#contract/countries.ts'
import { languages } from '#contract/languages.ts'
import { MINIMUM_AGE } from '#contract/limits.ts'
import type { Settings } from './schemas.ts'

/** Returns the youngest age for a sign-up in a country; never below that of all countries (PRO-1). */
export function minimumAge({ minimum_ages }: Pick<Settings, 'minimum_ages'>, country: CountryCode) {
  return Math.max(MINIMUM_AGE, minimum_ages[country] ?? MINIMUM_AGE)
}

/** Returns the youngest age for a sign-up in any country of a site. */
export function youngestAge({ countries, minimum_ages }: Pick<Settings, 'countries' | 'minimum_ages'>) {
  return Math.min(...countries.map((country) => minimumAge({ minimum_ages }, country)))
}

/** Returns the languages that the site offers and that have a catalogue. */
export function offeredLanguages({ languages: offered }: Pick<Settings, 'languages'>) {
  return languages.filter((language) => offered.includes(language))
}

/** Returns whether visitors without log-in may see members on this site. Source: PRO-10, SEARCH-6. */
export function mayVisitorsBrowse(
  settings: Pick<Settings, 'logged_out_search' | 'logged_out_search_trafficsource'>,
  { hasTrafficSource }: { hasTrafficSource: boolean },
) {
  if (settings.logged_out_search !== 'none') return true
  return hasTrafficSource && settings.logged_out_search_trafficsource !== 'none'
}

/** Returns whether a visitor can sign up; any other value of the setting closes the sign-up (SIGN-1). */
export function isSignupOpen(
  { signups }: Pick<Settings, 'signups'>,
  { hasTrafficSource }: { hasTrafficSource: boolean },
) {
  return signups === 'all' || (signups === 'with_trafficsource' && hasTrafficSource)
}

/** Returns the operator's disclaimer for a visitor, that of the country first; null: the catalogue's. */
export function disclaimerFor(
  { disclaimers }: Pick<Settings, 'disclaimers'>,
  { language, country }: { language: string; country: string },
) {
  return disclaimers[`${language}-${country}`] ?? disclaimers[language] ?? null
}

/**
 * Returns the operator's tracking script for a page, or nothing: only landing pages of a campaign have it,
 * which show no member, load nothing else, and are left by loading another document (SHELL-24).
 */
export function trackingScriptFor(
  { tracking_script }: Pick<Settings, 'tracking_script'>,
  { path, isMember }: { path: string; isMember: boolean },
) {
  return path.startsWith('/landers/') && !isMember ? tracking_script : ''
}
