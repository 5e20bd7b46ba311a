import { useQueryClient, type QueryClient, type QueryKey } from '@tanstack/react-query'

const ELEMENT_ID = 'server-state'

type Entry = [key: QueryKey, data: unknown, updatedAt: number]

/**
 * Transfers what the loaders fetched on the server to the browser, as one block of JSON in the page. It is data, not
 * script, so it needs no nonce. Server only: in the browser the element keeps its content.
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

const jsonByData = new WeakMap<object, string>()

function dehydrate(client: QueryClient) {
  const entries: string[] = []
  for (const { queryKey, state } of client.getQueryCache().getAll()) {
    if (state.status === 'success') entries.push(`[${json(queryKey)},${cachedJson(state.data)},${state.dataUpdatedAt}]`)
  }
  return `[${entries.join(',')}]`
}

/** Encodes an object once: the server returns the same settings object for every page. */
function cachedJson(data: unknown) {
  if (typeof data !== 'object' || data === null) return json(data)
  const text = jsonByData.get(data) ?? json(data)
  jsonByData.set(data, text)
  return text
}

/** Encodes JSON without `<`, which could end the element. JSON has it only in strings, where it can be escaped. */
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
