import { useQueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { useErrorToast } from '#web/api/use-error-toast.ts'
import { readDecisions, subscribeToDecisions } from './decisions.ts'
import { toggleLike, type Likeable } from './toggle-like.ts'

/** Returns whether members are liked, with the decisions of this tab, and how to change it. One for a whole list. */
export function useLikes() {
  const client = useQueryClient()
  const showError = useErrorToast()
  const decisions = useSyncExternalStore(
    (listener) => subscribeToDecisions(client, listener),
    () => readDecisions(client),
    () => readDecisions(client),
  )
  return {
    isLiked: (member: Likeable) => decisions.get(member.id)?.isLiked ?? member.isLiked,
    toggle: (member: Likeable) => toggleLike({ client, showError }, member),
  }
}
