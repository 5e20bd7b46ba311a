import { useMatches, type Params } from 'react-router'

/** What a route module can ask of the layout around it: `export const handle: PageLayout = { hidesBars: true }`. */
export interface PageLayout {
  /** Hides the bars on a phone, where the page needs the space, such as an open conversation, or leads through one task, such as the checkout. */
  hidesBars?: boolean
  /**
   * For a page that is the same for every visitor of a site, language, country and theme: for how long a rendered copy may be
   * sent. Changed settings end it at once. Such a page must not read the query of its URL while it is rendered, except `lang`.
   * A function answers for the parameters of a path, so that what is no page makes no copy.
   */
  sharedMs?: number | ((params: Params) => number)
  /** Sends the page as a plain document: it is not hydrated, and the texts and the router's code are not loaded. */
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
