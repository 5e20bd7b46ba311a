import type { ReactElement } from 'react'
import type { AppliedFilters, SearchFilters } from '#contract/search.ts'
import { useUser } from '#web/features/accounts/use-user.ts'
import { useSettings } from '#web/features/settings/use-settings.ts'
import { useLanguage } from '#web/i18n/texts-provider.tsx'
import { kept } from '#web/ui/kept.ts'

interface Props {
  name: string
  filters: AppliedFilters
  chosen: SearchFilters
  part: ReactElement<object>
}

/** A part of the search page that depends on the filters alone, on the server: nearly all pages have the usual ones. */
export function FilterPart({ name, filters, chosen, part }: Props) {
  const site = useSettings()
  const { language, locale } = useLanguage()
  const isMember = useUser() !== null
  return kept(part, site, ['search', name, language, locale, isMember, filters, chosen])
}
