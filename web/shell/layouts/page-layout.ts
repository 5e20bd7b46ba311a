import { useMatches } from 'react-router'

/** What a route module may ask of the layout around it: `export const handle: PageLayout = { width: 'full' }`. */
export interface PageLayout {
  /** `page` (default): a column of at most 1200 px with room at its sides. `full`: edge to edge. */
  width?: 'page' | 'full'
  /** On a phone, no bars: something else needs the room, such as an open conversation. */
  hidesBars?: boolean
}

/** The wishes of the matched routes; inner ones win. */
export function usePageLayout(): Required<PageLayout> {
  const wishes = useMatches().map(({ handle }) => (handle ?? {}) as PageLayout)
  return Object.assign({ width: 'page' as const, hidesBars: false }, ...wishes)
}
