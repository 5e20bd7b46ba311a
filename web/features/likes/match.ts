import type { QueryClient } from '@tanstack/react-query'
import type { ProfileCard } from '#contract/profiles.ts'

/** Key of the match that is shown now, or null. */
export const matchKey = ['match']

/** Ids of the matches that were closed. No component observes them, so the cache drops them after some minutes. */
const closedKey = ['closed matches']

/** Opens 'It's a Match' with a member. */
export function showMatch(client: QueryClient, profile: ProfileCard) {
  client.setQueryData<ProfileCard | null>(matchKey, (shown) => (shown?.id === profile.id ? shown : profile))
}

/** Opens a match that a realtime event announces, unless the reply to the like has shown it and it was closed since. */
export function showMatchOnce(client: QueryClient, profile: ProfileCard) {
  if (!client.getQueryData<string[]>(closedKey)?.includes(profile.id)) showMatch(client, profile)
}

export function closeMatch(client: QueryClient) {
  const shown = client.getQueryData<ProfileCard | null>(matchKey)
  if (shown) client.setQueryData<string[]>(closedKey, (closed = []) => [...closed, shown.id])
  client.setQueryData<ProfileCard | null>(matchKey, null)
}
