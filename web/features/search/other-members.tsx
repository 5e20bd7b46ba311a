import { useQuery } from '@tanstack/react-query'
import type { SearchFilters } from '#contract/search/schemas.ts'
import { MemberTiles, type Hearts } from '#web/features/profiles/tiles/member-tiles.tsx'
import { useTranslations } from '#web/i18n/intl.tsx'
import { othersQuery } from './queries.ts'

interface Props {
  filters: SearchFilters
  /** Null for visitors. */
  hearts: Hearts | null
}

/** Similar members under a search that finds less than a page, and how many they are (SEARCH-12). */
export function OtherMembers({ filters, hearts }: Props) {
  const t = useTranslations('search-filters')
  // They are an offer: without them the page is complete.
  const { data } = useQuery(othersQuery(filters))
  if (!data || data.results.length === 0) return null
  return (
    <section className="mt-12">
      <h2 className="text-xl font-bold">{t('others')}</h2>
      <p className="mb-4 text-text-muted tabular-nums">{t('othersCount', { count: data.results.length })}</p>
      <MemberTiles members={data.results} heading="h3" hearts={hearts} />
    </section>
  )
}
