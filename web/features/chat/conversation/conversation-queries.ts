import type { QueryClient, QueryFunctionContext } from '@tanstack/react-query'
import { getConversation, getConversationWith } from '#contract/chat/calls.ts'
import type { ErrorCode } from '#contract/errors.ts'
import { ApiError } from '#web/api/api-error.ts'
import { call } from '#web/api/call.ts'
import { apiQuery, apiQueryKey } from '#web/api/queries.ts'
import { userQuery } from '#web/features/accounts/queries.ts'
import { mergeFetched, type OpenConversation } from './conversation-merge.ts'
import { isTemporary } from '#web/features/chat/outbox/send-message.ts'
import { forgetConversation, readConversation } from '#web/features/chat/offline/stored-conversations.ts'
import { showsStored, storedKey } from '#web/features/chat/offline/stored-key.ts'

// Apart from queries.ts, which every page loads for its badges.

// Realtime events keep an open conversation current. A fetched one is merged, so that loaded history stays.
const mergesFetched = {
  structuralSharing: (known: unknown, fetched: unknown) =>
    // The option does not carry the type of the data; both values come from the endpoints below.
    mergeFetched(known as OpenConversation | undefined, fetched as OpenConversation),
}

/** The query runs offline too, instead of waiting for a connection: the device may have the conversation. */
const readableOffline = { networkMode: 'always' } as const

export const conversationQuery = (conversationId: string) => {
  const params = { conversationId }
  return {
    ...apiQuery(getConversation, { params }),
    ...mergesFetched,
    ...readableOffline,
    ...(!import.meta.env.SSR && {
      queryFn: (context: QueryFunctionContext) =>
        fetchedOrStored(context, {
          fetch: (isRepeatable) => call(getConversation, { params }, { signal: context.signal, isRepeatable }),
          ids: { conversationId },
        }),
    }),
  }
}

export const conversationWithQuery = (profileId: string) => {
  const params = { profileId }
  return {
    ...apiQuery(getConversationWith, { params }),
    ...mergesFetched,
    ...readableOffline,
    ...(!import.meta.env.SSR && {
      queryFn: (context: QueryFunctionContext) =>
        fetchedOrStored(context, {
          fetch: (isRepeatable) => call(getConversationWith, { params }, { signal: context.signal, isRepeatable }),
          ids: { profileId },
        }),
    }),
  }
}

/** Fetches again what was shown from the device. Call it when the connection is back. */
export function refetchStored(client: QueryClient) {
  if (!client.getQueryData(storedKey)) return
  for (const endpoint of [getConversation, getConversationWith]) {
    void client.invalidateQueries({ queryKey: apiQueryKey(endpoint) })
  }
}

interface Source {
  fetch: (isRepeatable: boolean) => Promise<OpenConversation>
  ids: { conversationId?: string; profileId?: string }
}

const goneCodes: ReadonlySet<string> = new Set<ErrorCode>([
  'chat.not_found',
  'profiles.not_found',
  'moderation.blocked',
])

/** Whether the member cannot read a conversation any more. */
function isGone(error: unknown) {
  return error instanceof ApiError && goneCodes.has(error.code)
}

/**
 * Fetches a conversation. Offline it is the one on the device; without that the call is repeated. One that
 * the server no longer shows, as after a block, is deleted on the device too.
 */
export async function fetchedOrStored({ client }: Pick<QueryFunctionContext, 'client'>, { fetch, ids }: Source) {
  try {
    const fetched = await fetch(false)
    showsStored(client, false)
    return fetched
  } catch (error) {
    const memberId = client.getQueryData(userQuery().queryKey)?.user?.profile.id
    if (memberId && isGone(error)) await forgetConversation(memberId, ids)
    if (!isTemporary(error)) throw error
    const stored = memberId ? await readConversation(memberId, ids) : null
    if (!stored) return fetch(true)
    showsStored(client, true)
    return stored
  }
}
