import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { href } from 'react-router'
import { blockProfile, unblockProfile } from '#contract/moderation/calls.ts'
import { call } from '#web/api/call.ts'
import { useErrorToast } from '#web/api/use-error-toast.ts'
import { useContinueTo } from '#web/api/use-continue-to.ts'
import { getConversation, getConversationWith } from '#contract/chat/calls.ts'
import { getDiscovery } from '#contract/games/calls.ts'
import { getOtherMembers, getSimilarMembers, searchMembers } from '#contract/search/calls.ts'
import { apiQueryKey } from '#web/api/queries.ts'

/** Blocks a member and leaves their profile. `onBlocked` is called when the page has changed. */
export function useBlock({ onBlocked }: { onBlocked: () => void }) {
  const leaveBlocked = useLeaveBlocked()
  return useMutation({
    async mutationFn(profileId: string) {
      await call(blockProfile, { params: { profileId } })
      await leaveBlocked(onBlocked)
    },
    onError: useErrorToast(),
  })
}

/**
 * Returns a function that leaves the page of a member just blocked, and drops the cache about them. The page
 * changes at once: a transition would show the member until the lists were fetched again.
 */
export function useLeaveBlocked() {
  const client = useQueryClient()
  const continueTo = useContinueTo()
  return async (onLeft?: () => void) => {
    forgetMembers(client)
    await continueTo(href('/members'), { flushSync: true })
    onLeft?.()
    await refetchEverything(client)
  }
}

export function useUnblock({ onUnblocked }: { onUnblocked?: (profileId: string) => void } = {}) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (profileId: string) => call(unblockProfile, { params: { profileId } }),
    onSuccess: (_reply, profileId) => {
      onUnblocked?.(profileId)
      return refetchEverything(client)
    },
    onError: useErrorToast(),
  })
}

/** Blocks a member whose block was just lifted, without leaving the page. */
export function useBlockAgain() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (profileId: string) => call(blockProfile, { params: { profileId } }),
    onSuccess() {
      forgetMembers(client)
      return refetchEverything(client)
    },
    onError: useErrorToast(),
  })
}

/** A block changes every list that shows members: search, likes, conversations (MOD-1). */
function refetchEverything(client: QueryClient) {
  return client.invalidateQueries()
}

const endpoints = [
  getDiscovery,
  searchMembers,
  getOtherMembers,
  getSimilarMembers,
  getConversation,
  getConversationWith,
]

/**
 * Drops cached lists and conversations that may show a member who was just blocked. They are fetched when
 * opened again; what is on the screen stays until then.
 */
export function forgetMembers(client: QueryClient) {
  for (const endpoint of endpoints) {
    client.removeQueries({ queryKey: apiQueryKey(endpoint), type: 'inactive' })
  }
}
