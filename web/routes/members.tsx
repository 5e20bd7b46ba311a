import { noop } from '@tanstack/react-query'
import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal'
import { Suspense, useState, type ReactNode } from 'react'
import { href, redirect } from 'react-router'
import { useTranslations } from '#web/i18n/intl.tsx'
import { getDiscovery } from '#contract/games/calls.ts'
import { searchMembers } from '#contract/search/calls.ts'
import type { SearchReply } from '#contract/search/schemas.ts'
import { SECOND } from '#contract/time.ts'
import { ApiError } from '#web/api/api-error.ts'
import { loading, queryClientContext, queryOf, type Loading } from '#web/api/load.ts'
import { apiQueryKey } from '#web/api/queries.ts'
import { useCached } from '#web/api/use-cached.ts'
import { userQuery } from '#web/features/accounts/queries.ts'
import { useUser } from '#web/features/accounts/use-user.ts'
import { discoveryQuery } from '#web/features/games/discovery-query.ts'
import { useHearts } from '#web/features/likes/use-likes.ts'
import { optionalCount } from '#web/features/search/offered-filters.ts'
import { searchQuery } from '#web/features/search/queries.ts'
import { withoutPicks } from '#web/features/search/result-pages.ts'
import { SearchChips, useDefaultsText } from '#web/features/search/search-chips.tsx'
import { SearchResults } from '#web/features/search/search-results.tsx'
import { FilterSheet, preloadFilterSheet, SideFilters } from '#web/features/search/search-panels.tsx'
import { readSearch, writeSearch, type Search } from '#web/features/search/search-url.ts'
import { useSettings } from '#web/features/settings/use-settings.ts'
import { useSearch } from '#web/features/search/use-search.ts'
import { useInstallMethod } from '#web/shell/install/install-offer.ts'
import { ModeLinks } from '#web/shell/navigation/mode-links.tsx'
import { TimeBonusSlot } from '#web/shell/notices/time-bonus-slot.tsx'
import { PageTitle } from '#web/shell/document/page-title.tsx'
import { Button } from '#web/ui/elements/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { useIsHydrated } from '#web/ui/hooks/use-is-hydrated.ts'
import { lazyPart } from '#web/ui/lazy-part.ts'
import type { Route } from './+types/members'

const MemberAlerts = lazyPart(
  async () => (await import('#web/features/accounts/notifications/member-alerts.tsx')).MemberAlerts,
)

const InstallAlert = lazyPart(async () => (await import('#web/shell/install/install-alert.tsx')).InstallAlert)

/** Null in the browser: those with JavaScript do not show it and need no code for it. */
const PlainFilters = import.meta.env.SSR ? (await import('#web/features/search/plain-filters.tsx')).PlainFilters : null

/** Rendered by the server too; the browser loads its code after the search, and shows it until then. */
const DiscoveryRows = import.meta.env.SSR
  ? (await import('#web/features/games/discovery-rows.tsx')).DiscoveryRows
  : lazyPart(async () => (await import('#web/features/games/discovery-rows.tsx')).DiscoveryRows)

/** Never another element: where their code cannot be loaded, React would remove what the server rendered. */
const rows = (
  <Suspense fallback={<RowSkeleton />}>
    <DiscoveryRows />
  </Suspense>
)

/** Older results are fetched again when the search is reopened; a return to it shows them unchanged. */
const FRESH_MS = 30 * SECOND

const load = loading((args: Loading<Route.LoaderArgs>) => loadSearch(args))

/** The search of the URL, and the rows above one that the member did not change. */
async function loadSearch({ query, url }: Pick<Loading<Route.LoaderArgs>, 'query' | 'url'>) {
  const search = readSearch(url.searchParams)
  const { user } = await query(userQuery())
  await Promise.all([query(searchQuery(search)), user && isUnchanged(search) && query(discoveryQuery())])
}

/** Whether a search begins with the rows of members. */
function isUnchanged(search: Search) {
  return writeSearch(search) === ''
}

export const loader = loading(async (args: Loading<Route.LoaderArgs>) => {
  try {
    await loadSearch(args)
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
  for (const call of [searchMembers, getDiscovery])
    client.removeQueries({
      queryKey: apiQueryKey(call),
      type: 'inactive',
      predicate: ({ state }) => state.dataUpdatedAt < Date.now() - FRESH_MS,
    })
  // Not awaited: the page opens at once, with tiles that are filled when the members arrive.
  void loadSearch({ query: queryOf(args), url: new URL(args.request.url) }).catch(noop)
  return null
}

export default function MembersPage() {
  return (
    <Suspense fallback={<MembersSkeleton />}>
      <Members />
    </Suspense>
  )
}

function Members() {
  const t = useTranslations('search')
  const user = useUser()
  const hearts = useHearts()
  const state = useSearch()
  const { reply, search, span, selection, displayFilters, isSearching } = state
  const [isFiltering, setIsFiltering] = useState(false)
  const optional = optionalCount(displayFilters)
  const defaults = useDefaultsText(state)
  // Further pages of the list stay below the rows.
  const isFirst = span.from === 1 && search.after === undefined
  const hasRows = user !== null && isFirst && (state.isRestored || isUnchanged({ ...selection, page: 1 }))
  const discovery = useCached({ ...discoveryQuery(), enabled: hasRows })
  const picks = (hasRows && discovery?.today) || []
  const [beginsWithRows] = useState(hasRows)
  // The list leaves out the members for today, so that it comes with them.
  if (beginsWithRows && discovery === undefined) return <MembersSkeleton />

  return (
    <>
      <PageTitle title={search.page > 1 ? t('titlePage', { page: search.page }) : t('title')} isPrivate />
      <div className={layout}>
        <SideFilters state={state} />
        <div className="min-w-0">
          <Head>
            <Button
              variant="outline"
              icon={<SlidersHorizontal />}
              className={cx('ms-auto max-md:px-3.5 lg:hidden noscript:hidden', user && 'max-md:gap-0')}
              onPointerEnter={preloadFilterSheet}
              onFocus={preloadFilterSheet}
              onClick={() => setIsFiltering(true)}
            >
              <span className={cx(user && 'max-md:sr-only')}>{t('filter')}</span>
              {/* The chips name them. */}
              {optional > 0 && (
                <span aria-hidden className="ms-1.5 rounded-full bg-accent px-2 text-sm text-on-accent">
                  {optional}
                </span>
              )}
            </Button>
          </Head>
          <noscript>{PlainFilters && <PlainFilters filters={displayFilters} selection={selection} />}</noscript>
          <SearchChips state={state} />
          {/* Above the rows: it counts the members for today, too, and the list leaves them out. */}
          <div className="mb-2 flex flex-wrap gap-x-2 text-sm text-text-muted md:mb-3">
            <p aria-live="polite" className="font-semibold text-text tabular-nums">
              {t('results', countOf(reply))}
            </p>
            <p>{defaults}</p>
          </div>
          {hasRows && (
            <>
              {rows}
              <Alerts />
              {withoutPicks(reply.results, picks).length > 0 && (
                <h2 className="mb-3 text-lg font-bold">{t(picks[0] ? 'everyoneElse' : 'everyone')}</h2>
              )}
            </>
          )}
          <div
            aria-busy={isSearching}
            // The delay avoids a flicker when the reply is quick.
            className={cx('transition-opacity', isSearching && 'opacity-50 delay-150')}
          >
            <SearchResults state={state} hearts={user ? hearts : null} heading={hasRows ? 'h3' : 'h2'} picks={picks} />
          </div>
          <TimeBonusSlot />
        </div>
      </div>
      <FilterSheet open={isFiltering} onOpenChange={setIsFiltering} state={state} count={countOf(reply)} />
    </>
  )
}

/** The title, the modes and what stands at their end. */
function Head({ children }: { children?: ReactNode }) {
  const t = useTranslations('search')
  const isMember = useUser() !== null
  return (
    // Low on a phone, so that the first faces are in the upper third of the screen.
    <div className="mb-2 flex items-center gap-3 max-md:-mt-4 lg:mb-4">
      <h1 className={cx('text-2xl font-bold', isMember && 'max-md:sr-only')}>{t('title')}</h1>
      {isMember && <ModeLinks current="grid" />}
      {children}
    </div>
  )
}

/**
 * Only in the browser, which knows what was closed, and on demand, because few members load the code. Below
 * the rows, so that what is on the first screen stays in its place.
 */
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

/** The page while its first members are loading: each part about as high as what replaces it. */
function MembersSkeleton() {
  const t = useTranslations('search')
  return (
    <>
      <PageTitle title={t('title')} isPrivate />
      <div aria-busy className={layout}>
        <Skeleton className="hidden h-96 lg:block" />
        <div className="min-w-0">
          <Head />
          <Skeleton className="mb-3 h-11 w-40" />
          <RowSkeleton />
          <TileSkeletons className="tile-grid" />
        </div>
      </div>
    </>
  )
}

/** The first row while its code is loading. */
function RowSkeleton() {
  return (
    // As high as a row with a reason below each tile.
    <div aria-hidden className="tile-rows mb-12">
      <Skeleton className="mb-2 h-7 w-40" />
      <TileSkeletons className="tile-row" />
    </div>
  )
}

function TileSkeletons({ className }: { className: string }) {
  return (
    <ul className={className} aria-hidden>
      {Array.from({ length: 8 }, (_, index) => (
        <li key={index}>
          <Skeleton shape="tile" />
        </li>
      ))}
    </ul>
  )
}

/** Returns the number of members for a text: '1,000+' if there are more. */
function countOf({ numResults, isExact }: Pick<SearchReply, 'numResults' | 'isExact'>) {
  return { count: numResults, more: isExact ? '' : '+' }
}
