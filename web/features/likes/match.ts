import type { QueryClient } from '@tanstack/react-query'
import type { ProfileCard } from '#contract/profiles.ts'

export const matchKey = ['match']

/** Opens 'It's a Match' with somebody. The like's reply and the socket both tell; the second finds it open already. */
export function showMatch(client: QueryClient, profile: ProfileCard) {
  client.setQueryData<ProfileCard | null>(matchKey, (shown) => (shown?.id === profile.id ? shown : profile))
}

export function closeMatch(client: QueryClient) {
  client.setQueryData<ProfileCard | null>(matchKey, null)
}
