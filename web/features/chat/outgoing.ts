import type { QueryClient } from '@tanstack/react-query'
import type { OutgoingMessage } from './feed-rows.ts'

/** What waits to be sent to one member. It outlives the page, so that nobody misses what was refused meanwhile. */
export const outgoingKey = (profileId: string) => ['outgoing messages', profileId]

type Outgoing = readonly OutgoingMessage[]

function changeOutgoing(client: QueryClient, profileId: string, change: (all: Outgoing) => Outgoing) {
  client.setQueryDefaults(outgoingKey(profileId), { gcTime: Infinity })
  client.setQueryData<Outgoing>(outgoingKey(profileId), (all) => change(all ?? []))
}

/** Appends a message, or puts it in the place of its earlier try. */
export function putOutgoing(client: QueryClient, profileId: string, message: OutgoingMessage) {
  changeOutgoing(client, profileId, (all) =>
    all.some(({ clientId }) => clientId === message.clientId)
      ? all.map((each) => (each.clientId === message.clientId ? message : each))
      : [...all, message],
  )
}

/** Sent, or given up. */
export function dropOutgoing(client: QueryClient, profileId: string, clientId: string) {
  changeOutgoing(client, profileId, (all) => all.filter((each) => each.clientId !== clientId))
}
