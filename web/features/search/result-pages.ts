import { SEARCH_MAX_PAGE, SEARCH_SCROLL_PAGES } from '#contract/limits.ts'
import type { SearchReply } from '#contract/search/schemas.ts'

/** Pages shown one below the other; kept in the history, so that Back shows the same ones. */
export interface PageSpan {
  from: number
  to: number
}

/**
 * Returns the pages to show: of those of the history entry up to the URL's page the ones that are cached, as
 * after Back. After a reload only the page of the URL is, which is also what the server has rendered.
 */
export function spanOf(state: unknown, page: number, isCached: (page: number) => boolean): PageSpan {
  const { from, to } = (state ?? {}) as Partial<Record<keyof PageSpan, unknown>>
  const isSpan = Number.isInteger(from) && to === page && Number(from) >= 1
  const least = isSpan ? Number(from) : page
  let first = page
  while (first > least && isCached(first - 1)) first -= 1
  return { from: first, to: page }
}

/** Returns the page after the last one: by number as far as possible, then by key; null on the last page. */
export function nextPage({ next }: Pick<SearchReply, 'next'>, { page, after }: { page: number; after?: string }) {
  if (next === null) return null
  return after === undefined && page < SEARCH_MAX_PAGE ? { page: page + 1 } : { page: 1, after: next }
}

/** Returns whether scrolling loads the next page; after some pages it waits for a press. */
export function loadsByScroll({ from, to }: PageSpan) {
  return to - from < SEARCH_SCROLL_PAGES
}

/**
 * Returns the members of several pages, each once: between two requests a member may have moved to another
 * page. A page no longer cached ends the list at its side.
 */
export function membersOf<Member extends { id: string }>(pages: readonly (readonly Member[] | undefined)[]): Member[] {
  const firstShown = pages.lastIndexOf(undefined) + 1
  const members = pages.slice(firstShown).flatMap((page) => page ?? [])
  return [...new Map(members.map((member) => [member.id, member])).values()]
}

/** Returns members without those who are shown above them already. */
export function withoutPicks<Member extends { id: string }>(
  members: readonly Member[],
  picks: readonly { id: string }[],
) {
  return members.filter(({ id }) => picks.every((pick) => pick.id !== id))
}
