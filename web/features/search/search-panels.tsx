import { Suspense } from 'react'
import { useTranslations } from '#web/i18n/intl.tsx'
import { Card } from '#web/ui/elements/card.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { useIsHydrated } from '#web/ui/hooks/use-is-hydrated.ts'
import { breakpoints, useMediaQuery } from '#web/ui/hooks/use-media-query.ts'
import { lazyPart } from '#web/ui/lazy-part.ts'
import { lazyOverlay } from '#web/ui/overlays/lazy-overlay.tsx'
import type { SearchState } from './use-search.ts'

const loadFields = async () => (await import('./search-filter-fields.tsx')).SearchFilterFields

/**
 * A wide screen shows the fields at once and waits for their code, so that no press on them is lost. A phone
 * loads it with the sheet.
 */
const Fields = import.meta.env.SSR || matchMedia(breakpoints.lg).matches ? await loadFields() : lazyPart(loadFields)

const loadSheet = async () => (await import('./filter-sheet.tsx')).FilterSheetPopup

/** The filters on a phone, loaded when they open. */
export const FilterSheet = lazyOverlay(loadSheet)

/** Fetches the code of the filters on a phone; called when the pointer or the focus comes to their button. */
export function preloadFilterSheet() {
  void loadSheet()
}

/** The filters beside the members on a wide screen. */
export function SideFilters({ state: { displayFilters, selection, change } }: { state: SearchState }) {
  const t = useTranslations('search')
  const isWide = useMediaQuery(breakpoints.lg)
  // The server renders them for every screen; a narrow one removes them instead of loading their code.
  const isHydrated = useIsHydrated()
  if (isHydrated && !isWide) return null
  return (
    <aside aria-label={t('filters')} className="hidden lg:block noscript:hidden">
      <Card className="sticky top-24 max-h-[calc(100dvh-7rem)] overflow-y-auto">
        {/* A boundary of its own: React hydrates it after the members, in another task. */}
        <Suspense fallback={<Skeleton className="h-96" />}>
          <Fields filters={displayFilters} selection={selection} onChange={change} />
        </Suspense>
      </Card>
    </aside>
  )
}
