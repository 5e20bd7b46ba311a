import { useQueryClient } from '@tanstack/react-query'
import { startTransition, useEffect, useEffectEvent, useRef, useState } from 'react'
import { href, useLocation, useNavigate, useSearchParams } from 'react-router'
import type { AppliedFilters, SearchFilters } from '#contract/search/schemas.ts'
import { isAtPage, navigationTarget } from '#web/api/navigation-target.ts'
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

interface ShownFilters {
  /** The filters of the URL. */
  selection: SearchFilters
  /** With the defaults. */
  displayFilters: AppliedFilters
}

/**
 * The search of the URL, and what changes it. A change that cannot be loaded leaves the page and can be
 * retried. Of several changes only the last has an effect, whatever the order of replies.
 */
export function useSearch() {
  const client = useQueryClient()
  const navigate = useNavigate()
  const memberId = useUser()?.profile.id
  const { state } = useLocation()
  const [params] = useSearchParams()
  const { page, after, ...urlFilters } = readSearch(params)
  const reply = useLoaded(searchQuery(readSearch(params)))
  // A new filter shows at once; the last results stay until the new ones are loaded. No transition of React,
  // which would delay every other navigation until the reply.
  const [pending, setPending] = useState<ShownFilters | null>(null)
  const { selection, displayFilters } = pending ?? { selection: urlFilters, displayFilters: reply.filters }
  const isSearching = pending !== null
  const [retry, setRetry] = useState<(() => void) | null>(null)
  const beginRun = useLatestRun()
  const query = writeSearch(readSearch(params))
  // What was opened here last. Other searches come from Back, Forward or a link, and end a loading one.
  const opened = useRef(query)
  const endRun = useEffectEvent(() => {
    beginRun()
    setPending(null)
    setRetry(null)
  })
  useEffect(() => {
    if (opened.current === query) return
    opened.current = query
    endRun()
  }, [query])

  async function open(search: Search, options: Opening) {
    const isLatest = beginRun()
    const { page: _, after: __, ...filters } = search
    setRetry(null)
    setPending({ selection: filters, displayFilters: shownFilters(displayFilters, filters) })
    try {
      // Without a connection the list reports the failure instead of waiting for one.
      await client.query({ ...searchQuery(search), staleTime: 'static', networkMode: 'always' })
    } catch {
      if (!isLatest()) return
      setPending(null)
      setRetry(() => () => void open(search, options))
      return
    }
    if (!isLatest()) return
    // A late reply must not lead back from another page, or from a search that is being opened.
    const target = navigationTarget()
    if (isAtPage(href('/members')) && (!target || isOpened(target))) {
      opened.current = writeSearch(search)
      await navigate(href('/members') + opened.current, { ...options, preventScrollReset: true })
    }
    // Together with the page of the new filters, which the router shows in a transition.
    startTransition(() => {
      if (isLatest()) setPending(null)
    })
  }
  function isOpened({ search: text }: { search: string }) {
    return writeSearch(readSearch(new URLSearchParams(text))) === opened.current
  }
  function replaceFilters(filters: SearchFilters) {
    if (memberId !== undefined) storeSearch(deviceStorage, { memberId, query: writeSearch(filters) })
    void open({ ...filters, page: 1 }, { replace: true })
  }
  // The page was opened without filters, and shows what belongs to that until the member changes them.
  const [restored, setRestored] = useState<string | null>(null)
  useLastSearch({
    memberId,
    isEmpty: params.size === 0,
    onOpen: (text) => {
      opened.current = text
      setRestored(text)
    },
  })

  const isCached = (each: number) =>
    client.getQueryData(searchQuery({ ...urlFilters, page: each }).queryKey) !== undefined
  const span = spanOf(state, page, isCached)
  const next = nextPage(reply, { page, ...(after !== undefined && { after }) })
  return {
    reply,
    search: { page, after, filters: urlFilters },
    span: after === undefined ? span : { from: page, to: page },
    next,
    selection,
    displayFilters,
    isSearching,
    isRestored: restored !== null && restored === writeSearch({ ...selection, after }),
    retry,
    change: (changed: FilterChange) => replaceFilters(changeFilters(selection, changed)),
    clear: () => replaceFilters({}),
    /** Adds the next page below those that are shown. */
    loadMore: ({ replace }: { replace: boolean }) => {
      // A page of the old results would end the search that is running.
      if (!next || isSearching) return
      const grown = 'after' in next ? {} : { state: { from: span.from, to: next.page } }
      void open({ ...urlFilters, ...next }, { replace, ...grown })
    },
  }
}
export type SearchState = ReturnType<typeof useSearch>

/** Returns a function that begins a run and returns whether that is still the latest one of this page. */
function useLatestRun() {
  const run = useRef(0)
  useEffect(() => () => void (run.current += 1), [])
  return function begin() {
    run.current += 1
    const own = run.current
    return () => run.current === own
  }
}

interface LastSearchInput {
  memberId: string | undefined
  isEmpty: boolean
  onOpen: (query: string) => void
}

/** Opens the member's last search on this device, unknown to the server, when the page has none. */
function useLastSearch({ memberId, isEmpty, onOpen }: LastSearchInput) {
  const navigate = useNavigate()
  // Only when the page opens: a search that was cleared stays empty.
  const [wasEmpty] = useState(isEmpty)
  const report = useEffectEvent(onOpen)
  useEffect(() => {
    const query = wasEmpty && memberId !== undefined ? lastSearch(deviceStorage, memberId) : ''
    // Offline the list that is stored is shown; the last search may not be.
    if (!query || !navigator.onLine) return
    report(query)
    void navigate(href('/members') + query, { replace: true, preventScrollReset: true })
  }, [wasEmpty, memberId, navigate])
}
