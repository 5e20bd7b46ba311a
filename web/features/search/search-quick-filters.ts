import { NEAR_STEPS_KM } from '#contract/limits.ts'
import { useUser } from '#web/features/accounts/use-user.ts'
import { useSettings } from '#web/features/settings/use-settings.ts'
import { useTranslations } from '#web/i18n/intl.tsx'
import { offeredFilters } from './offered-filters.ts'
import type { FilterChange } from './search-filters.ts'
import type { SearchState } from './use-search.ts'

interface QuickFilter {
  key: string
  text: string
  isOn: boolean
  change: FilterChange
}

/** The filters that a press above the list switches on and off, as far as the site offers them. */
export function useQuickFilters({ displayFilters, selection }: Pick<SearchState, 'displayFilters' | 'selection'>) {
  const t = useTranslations('search')
  const { flags, near } = offeredFilters(useSettings(), useUser() !== null)
  const filters: QuickFilter[] = (['online', 'new'] as const)
    .filter((flag) => flags.includes(flag))
    .map((flag) => {
      const isOn = displayFilters[flag] ?? false
      return { key: flag, text: t(`flags.${flag}`), isOn, change: { [flag]: isOn ? null : true } }
    })
  if (near.length > 0) {
    const km = displayFilters.near
    filters.push({
      key: 'near',
      text: km ? t('near', { km }) : t('nearMe'),
      isOn: km !== undefined,
      change: { near: km || selection.near ? null : NEAR_STEPS_KM[0] },
    })
  }
  return filters
}
