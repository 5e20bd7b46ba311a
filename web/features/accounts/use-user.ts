import { useQuery } from '@tanstack/react-query'
import { userQuery } from './queries.ts'

/** The logged-in member, or null. The root loader asks before anything is drawn. */
export function useUser() {
  return useQuery(userQuery()).data?.user ?? null
}
