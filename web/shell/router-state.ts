import type { EntryContext } from 'react-router'

/** What `web/vite/server-router.ts` makes of React Router's context: the encoder runs when it is called, not for every page. */
export type RouterContext = Omit<EntryContext, 'serverHandoffStream'> & {
  openHandoffStream: () => ReadableStream<Uint8Array>
}

const texts = new Map<string, string>()

/**
 * Returns the router's state of a page in React Router's own encoding. Loaders fill the query cache and return null, so the
 * state nearly always depends on the matched routes alone, and is encoded once for them.
 */
export async function routerState({
  staticHandlerContext,
  openHandoffStream,
}: Pick<RouterContext, 'staticHandlerContext' | 'openHandoffStream'>) {
  const { loaderData, actionData, errors } = staticHandlerContext
  const encode = () => new Response(openHandoffStream()).text()
  const isPlain = !actionData && !errors && Object.values(loaderData).every((data) => data === null)
  if (!isPlain) return encode()
  const routes = Object.keys(loaderData).join(' ')
  const text = texts.get(routes) ?? (await encode())
  texts.set(routes, text)
  return text
}
