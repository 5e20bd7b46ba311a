import { useQueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { useErrorToast } from '#web/api/use-error-toast.ts'
import { useViewerGender } from '#web/features/accounts/use-user.ts'
import { useTranslations } from '#web/i18n/intl.tsx'
import type { Hearts } from '#web/features/profiles/tiles/member-tiles.tsx'
import { useToast } from '#web/ui/feedback/toast.tsx'
import { readDecisions, subscribeToDecisions } from './decisions.ts'
import { toggleLike, type Likeable, type ToggleOptions } from './toggle-like.ts'

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
    toggle: (member: Likeable, options?: ToggleOptions) => toggleLike({ client, showError, ...options }, member),
  }
}

/**
 * The hearts of a list of tiles. A like can be taken back where it is confirmed for a few seconds. `likesMe`:
 * the list's members like the viewer: a heart likes back.
 */
export function useHearts({ likesMe = false } = {}) {
  const t = useTranslations('likes.heart')
  const { isLiked, toggle } = useLikes()
  const toast = useToast()
  const viewerGender = useViewerGender()
  return {
    isLiked,
    toggle: (member: Likeable) =>
      toggle(member, {
        showLiked: () =>
          toast.show({
            tone: 'like',
            title: t('given', { name: member.name, viewerGender }),
            action: { label: t('undo'), onPress: () => toggle(member, { isUndo: true }) },
          }),
      }),
    // The same whether the heart is pressed or not, which `aria-pressed` says.
    labelOf: ({ name }: Likeable) => t(likesMe ? 'likeBack' : 'like', { name }),
  } satisfies Hearts
}
