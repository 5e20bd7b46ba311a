import { useQueryClient } from '@tanstack/react-query'
import { isSignupOpen, minimumAge } from '#contract/settings/site-rules.ts'
import { readCached, useLoaded } from '#web/api/use-cached.ts'
import { useLanguage } from '#web/i18n/texts-provider.tsx'
import { settingsQuery } from './queries.ts'

/** The site's settings, which the root loader has fetched before any page is rendered. */
export function useSettings() {
  return useLoaded(settingsQuery()).settings
}

/** Languages that the site offers, those of the visitor's country first (SET-6). */
export function useOfferedLanguages() {
  const { languages } = useSettings()
  const { countryLanguages } = useLanguage()
  return [...new Set([...countryLanguages, ...languages])].filter((code) => languages.includes(code))
}

/** The site's logo; empty without one, and on the error page that is shown without settings. */
export function useSiteLogo() {
  return readCached(useQueryClient(), settingsQuery())?.settings.logo ?? ''
}

/** Properties of the style sheet that the brand's colours replace; none without settings. */
export function useSiteTheme() {
  return readCached(useQueryClient(), settingsQuery())?.theme
}

/** Whether the visitor can sign up on this site (SIGN-1). */
export function useIsSignupOpen() {
  const { settings, hasTrafficSource } = useLoaded(settingsQuery())
  return isSignupOpen(settings, { hasTrafficSource })
}

/** The youngest age of members in the visitor's country (PRO-1); without settings that of all countries. */
export function useMinimumAge() {
  const { country } = useLanguage()
  return minimumAge(readCached(useQueryClient(), settingsQuery())?.settings ?? { minimum_ages: {} }, country)
}

/** The site's brand; empty on the error page that is shown when the settings cannot be fetched. */
export function useSiteName() {
  return readCached(useQueryClient(), settingsQuery())?.settings.name ?? ''
}
