import { useQueryClient, type QueryClient, type QueryKey } from '@tanstack/react-query'
import type { Transport } from './transport.ts'

const ELEMENT_ID = 'server-state'

/** Without a time the data is as old as the page is in this browser. */
type Entry = [key: QueryKey, data: unknown, updatedAt?: number]

const withoutTimes = new WeakSet<QueryClient>()

/** Leaves the times out of the state of a page whose rendered copy is sent for longer. Server only. */
export function withoutFetchTimes(client: QueryClient) {
  withoutTimes.add(client)
}

/**
 * Transfers what the loaders fetched on the server to the browser, as one block of JSON. It is data, not
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
  const hasTimes = !withoutTimes.has(client)
  for (const { queryKey, state } of client.getQueryCache().getAll()) {
    if (state.status !== 'success') continue
    const time = hasTimes ? `,${state.dataUpdatedAt}` : ''
    entries.push(`[${json(queryKey)},${cachedJson(state.data)}${time}]`)
  }
  return `[${entries.join(',')}]`
}

/** Makes a transport store the JSON of its replies, so that the page encodes none again. Server only. */
export function withCachedJson(transport: Transport): Transport {
  return async (request) => {
    const reply = await transport(request)
    const { body, json: text } = reply
    if (text !== undefined && typeof body === 'object' && body !== null) jsonByData.set(body, escaped(text))
    return reply
  }
}

/** Encodes an object once: the server returns the same settings object for every page. */
function cachedJson(data: unknown) {
  if (typeof data !== 'object' || data === null) return json(data)
  const text = jsonByData.get(data) ?? json(data)
  jsonByData.set(data, text)
  return text
}

function json(data: unknown) {
  return escaped(JSON.stringify(data))
}

/** Returns JSON without `<`, which could end the element. Only strings have it, where it can be escaped. */
function escaped(text: string) {
  return text.replaceAll('<', String.raw`\u003c`)
}

/**
 * Fills the query client of the tab with the data in the page. `renderedAt`: when the page was rendered, in
 * milliseconds of the server's clock. The device's own may be wrong, and with it the age of the data.
 */
export function restoreServerState(client: QueryClient, { renderedAt }: { renderedAt: number }) {
  const text = document.getElementById(ELEMENT_ID)?.textContent
  if (!text) return
  const now = Date.now()
  // When the page was asked for: the server rendered it after that, whatever time it took to come.
  const openedAt = now - performance.now()
  // Written by `dehydrate` in the same build. The data may be newer than the time that the page shows.
  const ageOf = (fetchedAt: number) => Math.max(0, renderedAt - fetchedAt)
  for (const [key, data, fetchedAt] of JSON.parse(text) as Entry[])
    client.setQueryData(key, data, { updatedAt: fetchedAt === undefined ? now : openedAt - ageOf(fetchedAt) })
}
