import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { settingsQuery } from './queries.ts'

/** The site's settings. The root loader has them before anything is drawn. */
export function useSettings() {
  return useSuspenseQuery(settingsQuery()).data.settings
}

/** The brand that a visitor sees; empty on the error page of a site whose settings cannot be had. */
export function useSiteName() {
  return useQueryClient().getQueryData(settingsQuery().queryKey)?.settings.name ?? ''
}
