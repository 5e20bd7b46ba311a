import type { QueryClient } from '@tanstack/react-query'
import type { ProfileCard } from '#contract/profiles/schemas.ts'
import { likesQuery } from './queries.ts'

type Liked = Pick<ProfileCard, 'id' | 'name' | 'isLiked' | 'isMatch'>

/** Key of the member whose match the viewer is about to end; null when there is no question. */
export const unmatchKey = ['unmatch question']

/** Whether taking the like back ends a match, also one that was made since the list was loaded. */
export function endsMatch(client: QueryClient, { id, isMatch }: Pick<Liked, 'id' | 'isMatch'>) {
  return isMatch || client.getQueryData(likesQuery().queryKey)?.liked_by.some((liker) => liker.id === id) === true
}

/** Asks whether to end the match with a member (LIKE-6). */
export function askUnmatch(client: QueryClient, member: Liked) {
  client.setQueryData<Liked | null>(unmatchKey, member)
}

export function closeUnmatch(client: QueryClient) {
  client.setQueryData<Liked | null>(unmatchKey, null)
}
