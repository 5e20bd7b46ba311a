import { skipToken, useQuery, type QueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { ProfileCard } from '#contract/profiles/schemas.ts'
import { announce, closeShown, emptyQueue, showNext, type Announcement, type MatchQueue } from './match-queue.ts'

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
