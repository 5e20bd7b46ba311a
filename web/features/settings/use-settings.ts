import { useSuspenseQuery } from '@tanstack/react-query'
import { settingsQuery } from './queries.ts'

/** The site's settings. The root loader has them before anything is drawn. */
export function useSettings() {
  return useSuspenseQuery(settingsQuery()).data.settings
}
