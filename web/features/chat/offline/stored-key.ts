import type { QueryClient } from '@tanstack/react-query'

/** Cache key for whether the chat shows what the device has stored, because the site did not reply. */
export const storedKey = ['stored chat']

export function showsStored(client: QueryClient, isStored: boolean) {
  client.setQueryDefaults(storedKey, { gcTime: Infinity })
  client.setQueryData(storedKey, isStored)
}
