import { useCached } from '#web/api/use-cached.ts'
import { userQuery } from './queries.ts'

/** The logged-in member, or null. The root loader asks before anything is drawn. */
export function useUser() {
  return useCached(userQuery())?.user ?? null
}
