import type { SearchResult } from '#contract/search/schemas.ts'
import { useTranslations } from '#web/i18n/intl.tsx'
import { useSharedText } from './use-shared-text.ts'

type Reasons = Pick<SearchResult, 'sharedInterests' | 'isNew' | 'isOnline' | 'isSameTown'>

/** Returns a function that says in the line of a tile why its member could interest the viewer. */
export function useReason() {
  const t = useTranslations('search')
  const sharedText = useSharedText()
  return ({ sharedInterests, isNew, isOnline, isSameTown, answersOften }: Reasons & { answersOften?: boolean }) => {
    if (sharedInterests.length > 0) return sharedText(sharedInterests)
    if (isSameTown) return t('isSameTown')
    if (isNew) return t('isNew')
    if (isOnline) return t('flags.online')
    return answersOften ? t('answersOften') : undefined
  }
}
