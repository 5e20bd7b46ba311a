/** How React Router's encoding of a page's state writes `null`. */
const NULL = -5

/** Returns a page's router state in React Router's encoding: all loaders returned null, as on this site. */
export function encodeState(routeIds: readonly string[]) {
  const idsFrom = 3
  const root = { [key(1)]: 2, [key(idsFrom + routeIds.length)]: NULL, [key(idsFrom + routeIds.length + 1)]: NULL }
  const loaderData = Object.fromEntries(routeIds.map((_id, index) => [key(idsFrom + index), NULL]))
  return `${JSON.stringify([root, 'loaderData', loaderData, ...routeIds, 'actionData', 'errors'])}\n`
}

/** Refers to the text at a position of the encoded list. */
function key(position: number) {
  return `_${position}`
}
