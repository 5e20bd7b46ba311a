import { useQueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { useErrorToast } from '#web/api/use-error-toast.ts'
import { useTranslations } from '#web/i18n/intl.tsx'
import type { Hearts } from '#web/features/profiles/tiles/member-tiles.tsx'
import { readDecisions, subscribeToDecisions } from './decisions.ts'
import { toggleLike, type Likeable } from './toggle-like.ts'

/** Returns whether members are liked, with the decisions of this tab, and how to change it, for a list. */
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

/** The hearts of a list of tiles. `likesMe`: the list's members like the viewer: a heart likes back. */
export function useHearts({ likesMe = false } = {}): Hearts {
  const t = useTranslations('likes.heart')
  const { isLiked, toggle } = useLikes()
  return {
    isLiked,
    toggle,
    // The same whether the heart is pressed or not, which `aria-pressed` says.
    labelOf: ({ name }) => t(likesMe ? 'likeBack' : 'like', { name }),
  }
}
