import { skipToken, useQuery, type QueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { ProfileCard } from '#contract/profiles/schemas.ts'

/** What opens over the page by itself: a match, or the member of the like modal. */
interface Announcement {
  kind: 'match' | 'like'
  profile: ProfileCard
}

export interface MatchQueue {
  shown: Announcement | null
  waiting: readonly Announcement[]
  /** Matches that were announced a moment ago. */
  recent: readonly { profileId: string; at: number }[]
}

export const emptyQueue: MatchQueue = { shown: null, waiting: [], recent: [] }

/** The reply to a like or swipe and the realtime event announce the same match, at most so far apart. */
const ECHO_MS = 60_000

/** Adds an announcement to those that wait. One that is known already changes nothing. */
export function announce(queue: MatchQueue, announcement: Announcement, now: number): MatchQueue {
  const profileId = announcement.profile.id
  const recent = queue.recent.filter(({ at }) => now - at < ECHO_MS)
  const all = queue.shown ? [queue.shown, ...queue.waiting] : queue.waiting
  if (all.some(({ profile }) => profile.id === profileId) || recent.some((match) => match.profileId === profileId))
    return queue
  return { ...queue, waiting: [...queue.waiting, announcement], recent: [...recent, { profileId, at: now }] }
}

/** Shows the announcement that has waited longest, unless one is shown. */
export function showNext(queue: MatchQueue): MatchQueue {
  const [next, ...waiting] = queue.waiting
  return queue.shown || !next ? queue : { ...queue, shown: next, waiting }
}

export function closeShown(queue: MatchQueue): MatchQueue {
  return { ...queue, shown: null }
}

export interface MatchDialogProps {
  /** The form for a first message belongs to the chat, which depends on the likes; the shell passes it in. */
  renderMessageForm: (match: { profile: ProfileCard; onClose: () => void }) => ReactNode
}

// In the query cache, so that it is gone with the member's other data after a log-out.
const queueKey = ['match queue']

function updateQueue(client: QueryClient, change: (queue: MatchQueue) => MatchQueue) {
  client.setQueryDefaults(queueKey, { gcTime: Infinity })
  client.setQueryData<MatchQueue>(queueKey, (queue) => change(queue ?? emptyQueue))
}

/** Announces a match. It opens as soon as the member is not busy with something else. */
export function announceMatch(client: QueryClient, profile: ProfileCard) {
  announceMember(client, { kind: 'match', profile })
}

export function announceMember(client: QueryClient, announcement: Announcement) {
  updateQueue(client, (queue) => announce(queue, announcement, Date.now()))
}

export const showNextMatch = (client: QueryClient) => updateQueue(client, showNext)
export const closeMatch = (client: QueryClient) => updateQueue(client, closeShown)

export const readQueue = (client: QueryClient) => client.getQueryData<MatchQueue>(queueKey) ?? emptyQueue

export function useMatchQueue() {
  const { data } = useQuery<MatchQueue>({ queryKey: queueKey, queryFn: skipToken, gcTime: Infinity })
  return data ?? emptyQueue
}
