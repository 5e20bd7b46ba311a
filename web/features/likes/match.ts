import type { QueryClient } from '@tanstack/react-query'
import type { ProfileCard } from '#contract/profiles.ts'

export const matchKey = ['match']

/** Kept for some minutes, as long as the cache keeps what nobody looks at. */
const closedKey = ['closed matches']

/** Opens 'It's a Match' with somebody. */
export function showMatch(client: QueryClient, profile: ProfileCard) {
  client.setQueryData<ProfileCard | null>(matchKey, (shown) => (shown?.id === profile.id ? shown : profile))
}

/** The same, told by the socket: what the like's reply told before, and was closed since, stays closed. */
export function showMatchOnce(client: QueryClient, profile: ProfileCard) {
  if (!client.getQueryData<string[]>(closedKey)?.includes(profile.id)) showMatch(client, profile)
}

export function closeMatch(client: QueryClient) {
  const shown = client.getQueryData<ProfileCard | null>(matchKey)
  if (shown) client.setQueryData<string[]>(closedKey, (closed = []) => [...closed, shown.id])
  client.setQueryData<ProfileCard | null>(matchKey, null)
}
