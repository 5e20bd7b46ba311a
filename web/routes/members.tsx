import { noop } from '@tanstack/react-query'
import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal'
import { Suspense, useState, type ReactNode } from 'react'
import { href, redirect } from 'react-router'
import { useTranslations } from '#web/i18n/intl.tsx'
import { searchMembers } from '#contract/search/calls.ts'
import type { SearchReply } from '#contract/search/schemas.ts'
import { SECOND } from '#contract/time.ts'
import { ApiError } from '#web/api/api-error.ts'
import { loading, queryClientContext, type Loading } from '#web/api/load.ts'
import { apiQueryKey } from '#web/api/queries.ts'
import { useUser } from '#web/features/accounts/use-user.ts'
import { useHearts } from '#web/features/likes/use-likes.ts'
import { tileGrid } from '#web/features/profiles/tiles/member-tiles.tsx'
import { optionalCount } from '#web/features/search/offered-filters.ts'
import { searchQuery } from '#web/features/search/queries.ts'
import { SearchChips } from '#web/features/search/search-chips.tsx'
import { SearchFilterFields } from '#web/features/search/search-filter-fields.tsx'
import { SearchResults } from '#web/features/search/search-results.tsx'
import { readSearch } from '#web/features/search/search-url.ts'
import { useSettings } from '#web/features/settings/use-settings.ts'
import { useSearch } from '#web/features/search/use-search.ts'
import { useInstallMethod } from '#web/shell/install/install-offer.ts'
import { PageTitle } from '#web/shell/document/page-title.tsx'
import { Button } from '#web/ui/elements/button.tsx'
import { Card } from '#web/ui/elements/card.tsx'
import { cx } from '#web/ui/cx.ts'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { useIsHydrated } from '#web/ui/hooks/use-is-hydrated.ts'
import { lazyPart } from '#web/ui/lazy-part.ts'
import { Sheet } from '#web/ui/overlays/lazy-overlay.tsx'
import type { Route } from './+types/members'

const MemberAlerts = lazyPart(
  async () => (await import('#web/features/accounts/notifications/member-alerts.tsx')).MemberAlerts,
)

const InstallAlert = lazyPart(async () => (await import('#web/shell/install/install-alert.tsx')).InstallAlert)

/** Null in the browser: those with JavaScript do not show it and need no code for it. */
const PlainFilters = import.meta.env.SSR ? (await import('#web/features/search/plain-filters.tsx')).PlainFilters : null

/** Older results are fetched again when the search is reopened; a return to it shows them unchanged. */
const FRESH_MS = 30 * SECOND

const load = loading(async ({ query, url }: Loading<Route.LoaderArgs>) => {
  await query(searchQuery(readSearch(url.searchParams)))
})

export const loader = loading(async (args: Loading<Route.LoaderArgs>) => {
  try {
    await args.query(searchQuery(readSearch(args.url.searchParams)))
  } catch (error) {
    throw firstPage(error, args.url) ?? error
  }
})

/** Returns a redirect without the page's key if the API rejects it: a mangled link, or an old one. */
function firstPage(error: unknown, { searchParams }: URL) {
  if (!(error instanceof ApiError && error.code === 'request.invalid' && searchParams.has('after'))) return null
  const params = new URLSearchParams(searchParams)
  params.delete('after')
  return redirect(href('/members') + (params.size > 0 ? `?${params}` : ''))
}

export async function clientLoader(args: Route.ClientLoaderArgs) {
  // The browser is at the search already when Back or Forward leads to it, or when it stays there.
  if (location.pathname === href('/members')) return load(args)
  const client = args.context.get(queryClientContext)
  client.removeQueries({
    queryKey: apiQueryKey(searchMembers),
    type: 'inactive',
    predicate: ({ state }) => state.dataUpdatedAt < Date.now() - FRESH_MS,
  })
  // Not awaited: the page opens at once, with tiles that are filled when the members arrive.
  void client.query(searchQuery(readSearch(args.url.searchParams))).catch(noop)
  return null
}

export default function MembersPage() {
  const t = useTranslations('search')
  return (
    <Suspense
      fallback={
        <>
          <PageTitle title={t('title')} isPrivate />
          <MembersSkeleton />
        </>
      }
    >
      <Members />
    </Suspense>
  )
}

function Members() {
  const t = useTranslations('search')
  const user = useUser()
  const hearts = useHearts()
  const state = useSearch()
  const { reply, search, selection, displayFilters, isSearching, change } = state
  const [isFiltering, setIsFiltering] = useState(false)
  const fields = <SearchFilterFields filters={displayFilters} selection={selection} onChange={change} />
  const optional = optionalCount(displayFilters)

  return (
    <>
      <PageTitle title={search.page > 1 ? t('titlePage', { page: search.page }) : t('title')} isPrivate />
      <Alerts />
      <div className={layout}>
        <aside aria-label={t('filters')} className="hidden lg:block noscript:hidden">
          {/* A boundary of its own: React hydrates it after the members, in another task. */}
          <Suspense>
            <Card className="sticky top-24 max-h-[calc(100dvh-7rem)] overflow-y-auto">{fields}</Card>
          </Suspense>
        </aside>
        <div className="min-w-0">
          {/* Low on a phone, so that two rows of members and the hearts of the third are above the bar. */}
          <div className="mb-3 flex items-center justify-between gap-4 max-md:-mt-2 lg:mb-4">
            <div className="flex min-w-0 flex-wrap items-baseline gap-x-3 md:block">
              <h1 className="text-2xl font-bold">{t('title')}</h1>
              <p aria-live="polite" className="text-text-muted tabular-nums">
                {t('results', countOf(reply))}
              </p>
            </div>
            <Button
              variant="outline"
              icon={<SlidersHorizontal />}
              className="lg:hidden noscript:hidden"
              onClick={() => setIsFiltering(true)}
            >
              {t('filter')}
              {/* The chips name them. */}
              {optional > 0 && <span aria-hidden>{` · ${optional}`}</span>}
            </Button>
          </div>
          <noscript>{PlainFilters && <PlainFilters filters={displayFilters} selection={selection} />}</noscript>
          <SearchChips state={state} />
          <div
            aria-busy={isSearching}
            // The delay avoids a flicker when the reply is quick.
            className={cx('transition-opacity', isSearching && 'opacity-50 delay-150')}
          >
            <SearchResults state={state} hearts={user ? hearts : null} />
          </div>
        </div>
      </div>
      <FilterSheet isOpen={isFiltering} onOpenChange={setIsFiltering} count={reply} hasFailed={!!state.retry}>
        {fields}
      </FilterSheet>
    </>
  )
}

/** Only in the browser, which knows what was closed, and on demand, because few members load the code. */
function Alerts() {
  const isHydrated = useIsHydrated()
  const user = useUser()
  const { push_public_key } = useSettings()
  const method = useInstallMethod()
  const hasOwn = !!user?.notifications_disabled.length || (push_public_key && mayPush())
  if (!isHydrated || !user || (!hasOwn && !method)) return null
  return (
    <Suspense>
      <MemberAlerts others={method && <InstallAlert method={method} />} />
    </Suspense>
  )
}

function mayPush() {
  return (globalThis.Notification?.permission ?? 'denied') !== 'denied'
}

const layout = 'lg:grid lg:grid-cols-[17rem_1fr] lg:gap-8'

/** The page while its first members are loading. */
function MembersSkeleton() {
  const t = useTranslations('search')
  return (
    <div aria-busy className={layout}>
      <Skeleton className="hidden h-96 lg:block" />
      <div>
        <h1 className="text-2xl font-bold">{t('title')}</h1>
        <Skeleton shape="text" className="mb-8 w-32" />
        <ul className={tileGrid} aria-hidden>
          {Array.from({ length: 8 }, (_, index) => (
            <li key={index}>
              <Skeleton shape="tile" />
            </li>
          ))}
        </ul>
      </div>
    </div>
  )
}

/** Returns the number of members for a text: '1,000+' if there are more. */
function countOf({ numResults, isExact }: Pick<SearchReply, 'numResults' | 'isExact'>) {
  return { count: numResults, more: isExact ? '' : '+' }
}

interface FilterSheetProps {
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
  count: Pick<SearchReply, 'numResults' | 'isExact'>
  hasFailed: boolean
  children: ReactNode
}

/** The filters on a phone; the button has the number of members found, or the failure with a retry below. */
function FilterSheet({ isOpen, onOpenChange, count, hasFailed, children }: FilterSheetProps) {
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
          {hasFailed ? t('failed') : t('show', countOf(count))}
        </Button>
      }
    >
      {children}
    </Sheet>
  )
}
