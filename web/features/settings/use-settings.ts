import { useQueryClient } from '@tanstack/react-query'
import { isSignupOpen } from '#contract/settings/site-rules.ts'
import { readCached, useLoaded } from '#web/api/use-cached.ts'
import { settingsQuery } from './queries.ts'

/** The site's settings, which the root loader has fetched before any page is rendered. */
export function useSettings() {
  return useLoaded(settingsQuery()).settings
}

/** Whether the visitor can sign up on this site (SIGN-1). */
export function useIsSignupOpen() {
  const { settings, hasTrafficSource } = useLoaded(settingsQuery())
  return isSignupOpen(settings, { hasTrafficSource })
}

/** The site's brand; empty on the error page that is shown when the settings cannot be fetched. */
export function useSiteName() {
  return readCached(useQueryClient(), settingsQuery())?.settings.name ?? ''
}
