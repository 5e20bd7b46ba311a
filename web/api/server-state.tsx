import { useQueryClient, type QueryClient, type QueryKey } from '@tanstack/react-query'

const ELEMENT_ID = 'server-state'

type Entry = [key: QueryKey, data: unknown, updatedAt: number]

/**
 * Carries what the loaders fetched on the server to the browser: one block of JSON in the page, written once.
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

const written = new WeakMap<object, string>()

function dehydrate(client: QueryClient) {
  const entries: string[] = []
  for (const { queryKey, state } of client.getQueryCache().getAll()) {
    if (state.status === 'success') entries.push(`[${json(queryKey)},${jsonOnce(state.data)},${state.dataUpdatedAt}]`)
  }
  return `[${entries.join(',')}]`
}

/** The server hands out the same settings for every page. */
function jsonOnce(data: unknown) {
  if (typeof data !== 'object' || data === null) return json(data)
  const text = written.get(data) ?? json(data)
  written.set(data, text)
  return text
}

/** `<` could end the element; inside JSON it only ever stands in strings. */
function json(data: unknown) {
  return JSON.stringify(data).replaceAll('<', String.raw`\u003c`)
}

/** Fills the tab's query client with what the page brought along. */
export function restoreServerState(client: QueryClient) {
  const text = document.getElementById(ELEMENT_ID)?.textContent
  if (!text) return
  // Written by `dehydrate` in the same build.
  for (const [key, data, updatedAt] of JSON.parse(text) as Entry[]) client.setQueryData(key, data, { updatedAt })
}
