import { useMatches } from 'react-router'

/** What a route module can ask of the layout around it: `export const handle: PageLayout = { hidesBars: true }`. */
export interface PageLayout {
  /** Hides the bars on a phone, where the page needs the space, such as an open conversation. */
  hidesBars?: boolean
}

/** Returns the layout that the matched routes ask for. */
export function usePageLayout() {
  return pageLayoutOf(useMatches())
}

/** Combines the handles of the matched routes; the inner ones take precedence. */
export function pageLayoutOf(matches: readonly { handle: unknown }[]): Required<PageLayout> {
  // Only route modules write handles, and they are typed there.
  const handles = matches.map(({ handle }) => (handle ?? {}) as PageLayout)
  return Object.assign({ hidesBars: false }, ...handles)
}
