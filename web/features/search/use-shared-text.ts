import type { Interest } from '#contract/settings/schemas.ts'
import { useFormatter, useTranslations } from '#web/i18n/intl.tsx'

/** Interests that the line of a tile has room for. */
const NAMES_SHOWN = 2

/** Returns a function that names interests of both in the line of a tile. */
export function useSharedText() {
  const t = useTranslations('search')
  const nameOf = useTranslations('profiles.interest')
  const format = useFormatter()
  return (interests: readonly Interest[]) => {
    const names = interests.slice(0, NAMES_SHOWN).map((interest) => nameOf(interest))
    return t('inCommon', { list: format.list(names, { type: 'unit' }) })
  }
}
