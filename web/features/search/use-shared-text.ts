import type { Interest } from '#contract/settings/schemas.ts'
import { useFormatter, useLocale, useTranslations } from '#web/i18n/intl.tsx'
import { fittingLine, withinSentence } from './shared-names.ts'

/** Returns a function that names interests of both in the line of a tile. */
export function useSharedText() {
  const t = useTranslations('search')
  const nameOf = useTranslations('profiles.interest')
  const format = useFormatter()
  const locale = useLocale()
  return (interests: readonly Interest[]) => {
    const names = interests.map((interest) => withinSentence(nameOf(interest), locale))
    return fittingLine(names, (shown) => t('inCommon', { list: format.list(shown, { type: 'unit' }) }))
  }
}
