import { matchRoutes, type RouteObject } from 'react-router'
import { isLinkToken } from './route-params.ts'

interface TableEntry {
  id: string
  parentId?: string
  path?: string
  index?: boolean
}

/**
 * Returns a test whether the route table of a build has a page for a path. The server asks it before it renders, so that
 * unknown paths cost nothing. What a one-time link cannot look like is unknown, as is what only the 404 page matches.
 */
export function createPageTest({ routes }: { routes: Record<string, TableEntry | undefined> }) {
  const entries = Object.values(routes).filter((entry) => entry !== undefined)
  const table = routesUnder(entries, undefined)
  return (path: string) => {
    const match = matchRoutes(table, path)?.at(-1)
    if (!match || match.route.path === '*') return false
    return match.route.path !== ':token' || isLinkToken(match.params['token'] ?? '')
  }
}

/** Builds the tree of routes from the flat list of a build. */
function routesUnder(entries: readonly TableEntry[], parentId: string | undefined): RouteObject[] {
  return entries
    .filter((entry) => entry.parentId === parentId)
    .map(({ id, path, index }) => ({
      ...(path !== undefined && { path }),
      ...(index ? { index } : { children: routesUnder(entries, id) }),
    }))
}
