import { useCached } from '#web/api/use-cached.ts'
import { userQuery } from './queries.ts'

/** Returns the logged-in member, or null. The root loader fetches it before anything is rendered. */
export function useUser() {
  return useCached(userQuery())?.user ?? null
}
