import type { RouteObject } from 'react-router'

interface TableEntry {
  id: string
  parentId?: string | undefined
  path?: string | undefined
  index?: boolean | undefined
}

/** Builds the tree of routes from the flat list of a build. */
export function routesUnder(entries: readonly TableEntry[], parentId: string | undefined): RouteObject[] {
  return entries
    .filter((entry) => entry.parentId === parentId)
    .map(({ id, path, index }) => ({
      id,
      ...(path !== undefined && { path }),
      ...(index ? { index } : { children: routesUnder(entries, id) }),
    }))
}
