import { useMatches, type Params } from 'react-router'

/** What a route module asks of its layout: `export const handle: PageLayout = { hidesBars: true }`. */
export interface PageLayout {
  /** Hides the bars on a phone: the page needs the space (a conversation) or has one task (the checkout). */
  hidesBars?: boolean
  /**
   * For a page that is the same for every visitor of a site, language, country and theme: how long a rendered
   * copy may be sent. Changed settings end it at once. Its rendering must not read the URL's query, except
   * `lang`. A function answers by the parameters of a path, so that unknown pages make no copy.
   */
  sharedMs?: number | ((params: Params) => number)
  /** Sends a plain document: not hydrated, without the texts and the router's code. */
  isPlain?: boolean
}

/** Returns the layout that the matched routes ask for. */
export function usePageLayout() {
  return pageLayoutOf(useMatches())
}

/** Combines the handles of the matched routes; the inner ones take precedence. */
export function pageLayoutOf(
  matches: readonly { handle: unknown }[],
): Required<Pick<PageLayout, 'hidesBars' | 'isPlain'>> {
  // Only route modules write handles, and they are typed there.
  const handles = matches.map(({ handle }) => (handle ?? {}) as PageLayout)
  return Object.assign({ hidesBars: false, isPlain: false }, ...handles)
}
