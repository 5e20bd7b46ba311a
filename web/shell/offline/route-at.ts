/** An entry of the table of routes that the browser has. */
export interface TableRoute {
  id: string
  parentId?: string
  path?: string
}

/**
 * Returns the ids of the routes at a path, the outermost first, and its parameters; null without any. Finds
 * what `matchRoutes` of React Router finds, of which every page would load a larger file if it were exported.
 */
export function routeAt(routes: readonly TableRoute[], pathname: string) {
  const byId = new Map(routes.map((route) => [route.id, route]))
  const parents = new Set(routes.map(({ parentId }) => parentId))
  const matches = routes.flatMap((route) => {
    if (parents.has(route.id)) return []
    const chain = chainOf(route, byId)
    const segments = chain.flatMap(({ path = '' }) => path.split('/').filter((segment) => segment !== ''))
    const match = new RegExp(`^${segments.map(patternOf).join('')}/?$`, 'i').exec(pathname)
    if (!match) return []
    const score = segments.reduce((sum, segment) => sum + scoreOf(segment), 0)
    return [{ ids: chain.map(({ id }) => id), params: { ...match.groups }, score }]
  })
  const [best] = matches.toSorted((a, b) => b.score - a.score)
  return best ? { ids: best.ids, params: best.params } : null
}

/** Returns a route and those around it, the outermost first. */
function chainOf(route: TableRoute, byId: ReadonlyMap<string, TableRoute>) {
  const chain: TableRoute[] = []
  for (let each: TableRoute | undefined = route; each; each = byId.get(each.parentId ?? '')) chain.unshift(each)
  return chain
}

function patternOf(segment: string) {
  if (segment === '*') return '(?:/.*)?'
  const [, name, optional] = /^:(\w+)(\?)?$/.exec(segment) ?? []
  if (!name) return `/${segment}`
  return optional ? `(?:/(?<${name}>[^/]+))?` : `/(?<${name}>[^/]+)`
}

/** Names go before parameters, and both before the page for all other paths. */
function scoreOf(segment: string) {
  if (segment === '*') return -1
  return segment.startsWith(':') ? 1 : 10
}
