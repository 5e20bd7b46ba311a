import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { settingsQuery } from './queries.ts'

/** The site's settings, which the root loader has fetched before any page is rendered. */
export function useSettings() {
  return useSuspenseQuery(settingsQuery()).data.settings
}

/** The site's brand; empty on the error page that is shown when the settings cannot be fetched. */
export function useSiteName() {
  return useQueryClient().getQueryData(settingsQuery().queryKey)?.settings.name ?? ''
}
