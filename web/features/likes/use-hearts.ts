import { useTranslations } from '#web/i18n/intl.tsx'
import type { Hearts } from '#web/features/profiles/tiles/member-tiles.tsx'
import { useLikes } from './use-likes.ts'

/** The hearts of a list of tiles. `likesMe`: the members of the list like the viewer, so that a heart likes back. */
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
