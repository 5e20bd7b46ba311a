import { useSuspenseQuery } from '@tanstack/react-query'
import { SlidersHorizontal } from 'lucide-react'
import { useOptimistic, useState, useTransition, type ReactNode } from 'react'
import { href, useNavigate, useSearchParams } from 'react-router'
import { useTranslations } from 'use-intl'
import type { SearchFilters } from '#contract/search.ts'
import { loading, type Loading } from '#web/api/load.ts'
import { ActivationReminder } from '#web/features/accounts/activation-reminder.tsx'
import { useUser } from '#web/features/accounts/use-user.ts'
import { LikeHeart } from '#web/features/likes/like-button.tsx'
import { searchQuery } from '#web/features/search/queries.ts'
import { SearchChips } from '#web/features/search/search-chips.tsx'
import { SearchFilterFields } from '#web/features/search/search-filter-fields.tsx'
import { SearchResults } from '#web/features/search/search-results.tsx'
import { withChangedFilters } from '#web/features/search/changed-filters.ts'
import { readSearch, writeSearch } from '#web/features/search/search-url.ts'
import { PageTitle } from '#web/shell/page-title.tsx'
import { Button } from '#web/ui/elements/button.tsx'
import { Card } from '#web/ui/elements/card.tsx'
import { cx } from '#web/ui/cx.ts'
import { Sheet } from '#web/ui/overlays/sheet.tsx'
import type { Route } from './+types/members'

const load = loading(async ({ query, url }: Loading<Route.LoaderArgs>) => {
  await query(searchQuery(readSearch(url.searchParams)))
})
export const loader = load
export const clientLoader = load

export default function Members() {
  const t = useTranslations('search')
  const navigate = useNavigate()
  const isLoggedIn = useUser() !== null
  const [params] = useSearchParams()
  const { page, ...filters } = readSearch(params)
  const { data: reply } = useSuspenseQuery(searchQuery({ ...filters, page }))
  // A new filter shows at once; the last results stay until the new ones are loaded.
  const [shownFilters, showFilters] = useOptimistic(reply.filters)
  const [isSearching, startSearch] = useTransition()
  const [isFiltering, setIsFiltering] = useState(false)

  const search = (changed: SearchFilters) =>
    startSearch(async () => {
      showFilters((shown) => withChangedFilters(shown, changed))
      await navigate(href('/members') + writeSearch(changed), { preventScrollReset: true })
    })
  const fields = <SearchFilterFields filters={shownFilters} onChange={search} />

  return (
    <>
      <PageTitle title={t('title')} isPrivate />
      <ActivationReminder />
      <div className="lg:grid lg:grid-cols-[17rem_1fr] lg:gap-8">
        <aside aria-label={t('filters')} className="hidden lg:block">
          <Card className="sticky top-24">{fields}</Card>
        </aside>
        <div>
          <div className="mb-4 flex items-center justify-between gap-4">
            <div>
              <h1 className="text-2xl font-bold">{t('title')}</h1>
              <p aria-live="polite" className="text-text-muted tabular-nums">
                {t('results', { count: reply.numResults })}
              </p>
            </div>
            <Button
              variant="outline"
              icon={<SlidersHorizontal />}
              className="lg:hidden"
              onClick={() => setIsFiltering(true)}
            >
              {t('filter')}
            </Button>
          </div>
          <div className="mb-5">
            <SearchChips filters={reply.filters} onChange={search} />
          </div>
          <div
            aria-busy={isSearching}
            // The delay avoids a flicker when the reply is quick.
            className={cx('transition-opacity duration-200', isSearching && 'opacity-50 delay-150')}
          >
            <SearchResults
              reply={reply}
              filters={filters}
              renderAction={(member) => isLoggedIn && <LikeHeart member={member} />}
            />
          </div>
        </div>
      </div>
      <FilterSheet isOpen={isFiltering} onOpenChange={setIsFiltering} numResults={reply.numResults}>
        {fields}
      </FilterSheet>
    </>
  )
}

interface FilterSheetProps {
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
  numResults: number
  children: ReactNode
}

/** The filters on a phone; its button shows how many members they find. */
function FilterSheet({ isOpen, onOpenChange, numResults, children }: FilterSheetProps) {
  const t = useTranslations('search')
  const common = useTranslations('common')
  return (
    <Sheet
      open={isOpen}
      onOpenChange={onOpenChange}
      title={t('filters')}
      closeLabel={common('close')}
      footer={
        <Button isWide size="lg" onClick={() => onOpenChange(false)}>
          {t('show', { count: numResults })}
        </Button>
      }
    >
      {children}
    </Sheet>
  )
}
