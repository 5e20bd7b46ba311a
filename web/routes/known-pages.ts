import { generatePath, matchRoutes, type Params, type RouteObject } from 'react-router'
import type { Sharing } from '#contract/page-renderer.ts'
import type { PageLayout } from '#web/shell/layouts/page-layout.ts'
import { isLinkToken } from './route-params.ts'

/** Matching a path compiles the whole table again; the same few paths are asked for most of the time. */
const CACHE_SIZE = 1000

interface TableEntry {
  id: string
  parentId?: string
  path?: string
  index?: boolean
  module?: { handle?: unknown }
}

/**
 * Returns a test whether a build's route table has a page for a path. The server asks before it renders, so
 * that unknown paths cost nothing. Malformed one-time links are unknown, as are paths of the 404 page.
 */
export function createPageTest({ routes }: { routes: Record<string, TableEntry | undefined> }) {
  const entries = Object.values(routes).filter((entry) => entry !== undefined)
  const table = routesUnder(entries, undefined)
  return remembering((path) => isPage(table, path))
}

/** Builds the tree of routes from the flat list of a build. */
function routesUnder(entries: readonly TableEntry[], parentId: string | undefined): RouteObject[] {
  return entries
    .filter((entry) => entry.parentId === parentId)
    .map(({ id, path, index }) => ({
      id,
      ...(path !== undefined && { path }),
      ...(index ? { index } : { children: routesUnder(entries, id) }),
    }))
}

function remembering<Answer>(find: (path: string) => Answer) {
  const answers = new Map<string, Answer>()
  return (path: string) => {
    const before = answers.get(path)
    if (before !== undefined) return before
    const answer = find(path)
    if (answers.size >= CACHE_SIZE) answers.clear()
    answers.set(path, answer)
    return answer
  }
}

/** Longest path of a shared page; a longer one belongs to no link of ours. */
const SHARED_PATH_MAX_LENGTH = 200

/** A slug that no operator can set, in place of all that none has set. */
const UNKNOWN_SLUG = '_'

/**
 * Returns a function that returns for how many milliseconds visitors may share a rendered copy of the page at
 * a path: what its route declares, or null.
 */
export function createSharing({ routes }: { routes: Record<string, TableEntry | undefined> }) {
  const entries = Object.values(routes).filter((entry) => entry !== undefined)
  const table = routesUnder(entries, undefined)
  const find = remembering((path) => {
    const matches = matchRoutes(table, path) ?? []
    const { route, params = {} } = matches.at(-1) ?? {}
    const lifeMs = sharedMs(entries.find(({ id }) => id === route?.id)?.module?.handle, params)
    if (lifeMs === 0) return null
    const pattern = `/${matches.flatMap(({ route: { path: part } }) => part || []).join('/')}`
    const unknownSlugPath =
      params['slug'] === undefined ? null : generatePath(pattern, { ...params, slug: UNKNOWN_SLUG })
    return { lifeMs, path: generatePath(pattern, params), unknownSlugPath }
  })
  return (path: string): Sharing | null => (path.length > SHARED_PATH_MAX_LENGTH ? null : find(path))
}

function sharedMs(handle: unknown, params: Params) {
  // Only route modules write handles, and they are typed there.
  const declared = (handle as PageLayout | undefined)?.sharedMs ?? 0
  return typeof declared === 'function' ? declared(params) : declared
}

function isPage(table: RouteObject[], path: string) {
  const match = matchRoutes(table, path)?.at(-1)
  if (!match || match.route.path === '*') return false
  return match.route.path !== ':token' || isLinkToken(match.params['token'] ?? '')
}
