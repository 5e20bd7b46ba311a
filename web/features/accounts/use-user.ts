import { useCached } from '#web/api/use-cached.ts'
import { userQuery } from './queries.ts'

/** The gender of the reader, for texts whose verbs agree with it; `unknown` for visitors. */
export function useViewerGender() {
  return useUser()?.profile.gender ?? 'unknown'
}

/** Returns the logged-in member, or null. The root loader fetches it before anything is rendered. */
export function useUser() {
  return useCached(userQuery())?.user ?? null
}
