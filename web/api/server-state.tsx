import { useQueryClient, type QueryClient, type QueryKey } from '@tanstack/react-query'

const ELEMENT_ID = 'server-state'

type Entry = [key: QueryKey, data: unknown, updatedAt: number]

/**
 * Writes what the loaders fetched on the server into the page, as one block of JSON for the browser.
 * It is data, not script, so it needs no nonce.
 */
export function ServerState() {
  const client = useQueryClient()
  const html = import.meta.env.SSR ? dehydrate(client) : ''
  return (
    <script
      id={ELEMENT_ID}
      type="application/json"
      suppressHydrationWarning
      // eslint-disable-next-line react/no-danger -- JSON with every `<` escaped, see dehydrate.
      dangerouslySetInnerHTML={{ __html: html }}
    />
  )
}

const cachedJson = new WeakMap<object, string>()

function dehydrate(client: QueryClient) {
  const entries: string[] = []
  for (const { queryKey, state } of client.getQueryCache().getAll()) {
    if (state.status === 'success') entries.push(`[${json(queryKey)},${jsonOnce(state.data)},${state.dataUpdatedAt}]`)
  }
  return `[${entries.join(',')}]`
}

/** Serializes each object once: the settings of a site are the same object for every page. */
function jsonOnce(data: unknown) {
  if (typeof data !== 'object' || data === null) return json(data)
  const text = cachedJson.get(data) ?? json(data)
  cachedJson.set(data, text)
  return text
}

/** Escapes `<`, which could end the element. In JSON it occurs only within strings. */
function json(data: unknown) {
  return JSON.stringify(data).replaceAll('<', String.raw`\u003c`)
}

/** Fills the query client of the tab with the data in the page. */
export function restoreServerState(client: QueryClient) {
  const text = document.getElementById(ELEMENT_ID)?.textContent
  if (!text) return
  // Written by `dehydrate` in the same build.
  for (const [key, data, updatedAt] of JSON.parse(text) as Entry[]) client.setQueryData(key, data, { updatedAt })
}
