import { useQueryClient } from '@tanstack/react-query'
import { Suspense, useEffect, useRef, type ComponentProps } from 'react'
import { href } from 'react-router'
import { useTranslations } from '#web/i18n/intl.tsx'
import { SEARCH_FEW_MEMBERS, SEARCH_PAGE_SIZE } from '#contract/limits.ts'
import type { SearchReply } from '#contract/search/schemas.ts'
import { Link } from '#web/api/link.tsx'
import { usePrefetch } from '#web/api/use-prefetch.ts'
import { useUser } from '#web/features/accounts/use-user.ts'
import { FictionalNote } from '#web/features/profiles/tiles/fictional-note.tsx'
import { MemberTiles, type Hearts } from '#web/features/profiles/tiles/member-tiles.tsx'
import { useSettings } from '#web/features/settings/use-settings.ts'
import { Button } from '#web/ui/elements/button.tsx'
import { LoadFailed } from '#web/ui/feedback/load-failed.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { useIsHydrated } from '#web/ui/hooks/use-is-hydrated.ts'
import { lazyPart } from '#web/ui/lazy-part.ts'
import { opensHere } from '#web/ui/navigation/intent.ts'
import { Pagination } from '#web/ui/navigation/pagination.tsx'
import { searchQuery } from './queries.ts'
import { pageCount } from './page-count.ts'
import { promoTileAfter, promoTilesFor } from './promo-places.ts'
import { loadsByScroll, membersOf, withoutPicks } from './result-pages.ts'
import { writeSearch } from './search-url.ts'
import { useReason } from './use-reason.ts'
import type { SearchState } from './use-search.ts'

/** Rendered by the server too. */
const NoMembers = import.meta.env.SSR
  ? (await import('./no-members.tsx')).NoMembers
  : lazyPart(async () => (await import('./no-members.tsx')).NoMembers)
const SearchSuggestions = lazyPart(async () => (await import('./search-suggestions.tsx')).SearchSuggestions)
const OtherMembers = lazyPart(async () => (await import('./other-members.tsx')).OtherMembers)
const PositionBelowChips = lazyPart(async () => (await import('./search-more-filters.tsx')).PositionBelowChips)
const PromoTile = lazyPart(async () => (await import('./promo-tile.tsx')).PromoTile)

/** Tiles that most screens show without scrolling; their photos are loaded first. */
const URGENT_TILES = 4
/** How far below the screen the end of the list may be when scrolling loads the next page. */
const SCROLL_MARGIN = '600px'

const placeholder = <Skeleton shape="tile" />

interface Props {
  state: SearchState
  /** Null for visitors. */
  hearts: Hearts | null
  /** Of the members. */
  heading: 'h2' | 'h3'
  /** Members who are shown above the list already. */
  picks: readonly { id: string }[]
}

export function SearchResults({ state, hearts, heading, picks }: Props) {
  const user = useUser()
  const members = withoutPicks(useShownMembers(state), picks)
  const promos = promoTilesFor(useSettings(), { isPremium: user?.paid_user ?? false })
  const t = useTranslations('search')
  const common = useTranslations('common')
  const { retry } = state
  const isPositionNeeded = useIsHydrated() && state.selection.near && !state.displayFilters.near
  const reasonOf = useReason()
  // What is true of most members is no reason to look at one.
  const isNewRare = members.filter(({ isNew }) => isNew).length * 2 < members.length
  const list = useRef<HTMLDivElement>(null)
  // A button that disappears with its press leaves the focus to the list.
  const focusList = () => list.current?.focus({ preventScroll: true })
  // After a press of the button or of a page, which are then further down, the first new member is focused.
  const followed = useRef<{ first: number; reply: SearchReply } | null>(null)
  useEffect(() => {
    const { first, reply } = followed.current ?? {}
    if (first === undefined || reply === state.reply || first >= members.length) return
    list.current?.querySelectorAll<HTMLElement>('article a')[first]?.focus({ preventScroll: true })
    followed.current = null
  })
  return (
    <div ref={list} tabIndex={-1} className="outline-none">
      {isPositionNeeded && (
        <Suspense>
          <PositionBelowChips />
        </Suspense>
      )}
      <FictionalNote members={members} />
      {members.length + state.reply.results.length === 0 ? (
        <Suspense>
          <NoMembers state={state} />
        </Suspense>
      ) : (
        <MemberTiles
          members={members}
          heading={heading}
          urgentCount={URGENT_TILES}
          hearts={hearts}
          reasonOf={(member) => reasonOf({ ...member, isNew: member.isNew && isNewRare })}
          // Only of a search nearby.
          noteOf={({ distanceKm }) => distanceKm !== null && t('near', { km: distanceKm })}
          extraAfter={(index) => {
            const tile = promoTileAfter(promos, index)
            return tile && <Promo tile={tile} />
          }}
        />
      )}
      {user && state.reply.numResults <= SEARCH_FEW_MEMBERS && <Suggestions state={state} onChoose={focusList} />}
      {state.reply.numResults < SEARCH_PAGE_SIZE && <Others filters={state.search.filters} hearts={hearts} />}
      {retry && (
        // In view wherever the list is: a filter may have failed, or the next page.
        <div className="sticky bottom-20 z-10">
          <LoadFailed
            text={t('failed')}
            retryLabel={common('retry')}
            isPending={state.isSearching}
            onRetry={() => {
              focusList()
              retry()
            }}
          />
        </div>
      )}
      <FurtherPages
        state={state}
        onFollow={(first = members.length) => (followed.current = { first, reply: state.reply })}
      />
    </div>
  )
}

/*
 * What the server omits, because it does not wait for code that loads later. Each part checks for hydration
 * itself, so that the list of members is not rendered twice.
 */

function Promo({ tile }: ComponentProps<typeof PromoTile>) {
  const isHydrated = useIsHydrated()
  return <Suspense fallback={placeholder}>{isHydrated ? <PromoTile tile={tile} /> : placeholder}</Suspense>
}

function Suggestions(props: ComponentProps<typeof SearchSuggestions>) {
  const isHydrated = useIsHydrated()
  if (!isHydrated) return null
  return (
    <Suspense>
      <SearchSuggestions {...props} />
    </Suspense>
  )
}

function Others(props: ComponentProps<typeof OtherMembers>) {
  const isHydrated = useIsHydrated()
  if (!isHydrated) return null
  return (
    <Suspense>
      <OtherMembers {...props} />
    </Suspense>
  )
}

/** The members of all shown pages. Those before the page of the URL are in the cache, from their loading. */
function useShownMembers({ reply, search: { filters }, span }: SearchState) {
  const client = useQueryClient()
  const earlier = Array.from({ length: span.to - span.from }, (_, index) => span.from + index)
  const cached = earlier.map((page) => client.getQueryData(searchQuery({ ...filters, page }).queryKey)?.results)
  return membersOf([...cached, reply.results])
}

/** The list's end: the next page by scrolling or a press, and links to all pages without JavaScript. */
function FurtherPages({ state, onFollow }: { state: SearchState; onFollow: (first?: number) => void }) {
  const t = useTranslations('search')
  const prefetch = usePrefetch()
  const { reply, search, next, isSearching } = state
  const end = useLoadByScroll(state)
  const linkTo = (page: number) => href('/members') + writeSearch({ ...search.filters, page })
  return (
    <div ref={end} className="mt-8 flex flex-col items-center gap-5">
      {next && (
        <Button
          variant="outline"
          isPending={isSearching}
          render={<Link to={href('/members') + writeSearch({ ...search.filters, ...next })} />}
          onClick={(event) => {
            if (!opensHere(event) || isSearching) return
            event.preventDefault()
            onFollow()
            state.loadMore({ replace: false })
          }}
        >
          {t('after' in next ? 'further' : 'more')}
        </Button>
      )}
      {search.after === undefined ? (
        <Pagination
          label={t('pages')}
          previousLabel={t('previousPage')}
          nextLabel={t('nextPage')}
          pageLabel={(page) => t('page', { page })}
          page={reply.pageNumber}
          pageCount={Math.max(pageCount(reply.numResults), reply.results.length > 0 ? reply.pageNumber : 0)}
          renderLink={(page) => (
            <Link
              to={linkTo(page)}
              prefetch="intent"
              {...prefetch(searchQuery({ ...search.filters, page }))}
              onClick={(event) => opensHere(event) && page !== reply.pageNumber && onFollow(0)}
            />
          )}
        />
      ) : (
        <Link to={linkTo(1)}>{t('fromStart')}</Link>
      )}
    </div>
  )
}

/** Loads the next page near the end of the list. It replaces the history entry: Back leaves the list. */
function useLoadByScroll({ span, next, isSearching, retry, loadMore }: SearchState) {
  const end = useRef<HTMLDivElement>(null)
  const isWaiting = next !== null && !('after' in next) && !isSearching && !retry && loadsByScroll(span)
  const load = useRef(loadMore)
  useEffect(() => {
    load.current = loadMore
  })
  useEffect(() => {
    if (!isWaiting || !end.current) return undefined
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting && scrollY > 0) load.current({ replace: true })
      },
      { rootMargin: SCROLL_MARGIN },
    )
    observer.observe(end.current)
    return () => observer.disconnect()
  }, [isWaiting])
  return end
}
