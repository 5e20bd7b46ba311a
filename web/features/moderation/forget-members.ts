import type { QueryClient } from '@tanstack/react-query'
import { getConversation, getConversationWith } from '#contract/chat/calls.ts'
import { getOtherMembers, getSimilarMembers, searchMembers } from '#contract/search/calls.ts'
import { apiQueryKey } from '#web/api/queries.ts'

/**
 * Drops cached lists and conversations that may show a member who was just blocked. They are fetched when
 * opened again; what is on the screen stays until then.
 */
export function forgetMembers(client: QueryClient) {
  for (const endpoint of [searchMembers, getOtherMembers, getSimilarMembers, getConversation, getConversationWith]) {
    client.removeQueries({ queryKey: apiQueryKey(endpoint), type: 'inactive' })
  }
}
