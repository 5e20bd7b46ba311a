import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useOptimistic, useState, useTransition } from 'react'
import { href, useLocation, useNavigate, useSearchParams } from 'react-router'
import { deviceStorage } from '#web/api/safe-storage.ts'
import { useLoaded } from '#web/api/use-cached.ts'
import { useUser } from '#web/features/accounts/use-user.ts'
import { lastSearch, storeSearch } from './last-search.ts'
import { searchQuery } from './queries.ts'
import { nextPage, spanOf, type PageSpan } from './result-pages.ts'
import { changeFilters, shownFilters, type FilterChange } from './search-filters.ts'
import { readSearch, writeSearch, type Search } from './search-url.ts'

interface Opening {
  /** A filter replaces the entry of the history, a page adds one. */
  replace: boolean
  /** The pages to show, if more than the opened one. */
  state?: PageSpan
}

/** The search of the URL, and what changes it. A change that cannot be loaded leaves the page as it is and can be retried. */
export function useSearch() {
  const client = useQueryClient()
  const navigate = useNavigate()
  const memberId = useUser()?.profile.id
  const { state } = useLocation()
  const [params] = useSearchParams()
  const { page, after, ...urlFilters } = readSearch(params)
  const reply = useLoaded(searchQuery(readSearch(params)))
  // A new filter shows at once; the last results stay until the new ones are loaded.
  const [{ chosen, shown }, show] = useOptimistic({ chosen: urlFilters, shown: reply.filters })
  const [isSearching, startSearch] = useTransition()
  const [retry, setRetry] = useState<(() => void) | null>(null)

  function open(search: Search, options: Opening) {
    setRetry(null)
    startSearch(async () => {
      const { page: _, after: __, ...filters } = search
      show((last) => ({ chosen: filters, shown: shownFilters(last.shown, filters) }))
      try {
        // Without a connection the list reports the failure instead of waiting for one.
        await client.query({ ...searchQuery(search), staleTime: 'static', networkMode: 'always' })
      } catch {
        setRetry(() => () => open(search, options))
        return
      }
      await navigate(href('/members') + writeSearch(search), { ...options, preventScrollReset: true })
    })
  }
  function replaceFilters(filters: typeof chosen) {
    if (memberId !== undefined) storeSearch(deviceStorage, { memberId, query: writeSearch(filters) })
    open({ ...filters, page: 1 }, { replace: true })
  }
  useLastSearch({ memberId, isEmpty: params.size === 0 })

  const span = spanOf(state, page)
  const next = nextPage(reply, { page, ...(after !== undefined && { after }) })
  return {
    reply,
    search: { page, after, filters: urlFilters },
    span: after === undefined ? span : { from: page, to: page },
    next,
    chosen,
    shown,
    isSearching,
    retry,
    change: (changed: FilterChange) => replaceFilters(changeFilters(chosen, changed)),
    clear: () => replaceFilters({}),
    /** Adds the next page below those that are shown. */
    loadMore: ({ replace }: { replace: boolean }) => {
      if (!next) return
      const grown = 'after' in next ? {} : { state: { from: span.from, to: next.page } }
      open({ ...urlFilters, ...next }, { replace, ...grown })
    },
  }
}
export type SearchState = ReturnType<typeof useSearch>

/** Opens the member's last search on this device when the page was opened without one. The server does not know it. */
function useLastSearch({ memberId, isEmpty }: { memberId: string | undefined; isEmpty: boolean }) {
  const navigate = useNavigate()
  // Only when the page opens: a search that was cleared stays empty.
  const [wasEmpty] = useState(isEmpty)
  useEffect(() => {
    const query = wasEmpty && memberId !== undefined ? lastSearch(deviceStorage, memberId) : ''
    if (query) void navigate(href('/members') + query, { replace: true, preventScrollReset: true })
  }, [wasEmpty, memberId, navigate])
}
