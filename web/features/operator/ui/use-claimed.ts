import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import type { Endpoint } from '#contract/endpoint.ts'
import { getWaiting } from '#contract/operator/moderation/calls.ts'
import { apiQueryKey } from '#web/api/queries.ts'

interface Claimed<Item> {
  items: readonly Item[]
  /** How many wait, those of other operators too. */
  waiting: number
}

interface Options<Item> {
  /** The call that claims items. */
  endpoint: Endpoint
  claim: (options: { signal?: AbortSignal }) => Promise<Claimed<Item>>
  /** Items that are left when more are fetched. */
  refillBelow: number
}

/** What an operator has claimed of a queue. */
export function useClaimed<Item extends { id: string }>({ endpoint, claim, refillBelow }: Options<Item>) {
  const client = useQueryClient()
  const queryKey = apiQueryKey(endpoint)
  // Each fetch claims, so it happens when the page opens and when all of it is decided.
  const query = useQuery({
    queryKey,
    queryFn: claim,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
  const items = query.data?.items ?? []
  const decided = useRef(new Set<string>())
  const update = (change: (cached: Claimed<Item>) => Claimed<Item>) =>
    client.setQueryData<Claimed<Item>>(queryKey, (cached) => cached && change(cached))

  /** Fetches more while the last ones are judged. A failure is no loss: the last decision fetches as well. */
  async function refill() {
    const more = await claim({}).catch(() => null)
    if (more) update((cached) => ({ ...more, items: refilled(cached.items, more.items, decided.current) }))
  }

  /** Takes what was decided out of the queue. */
  async function remove(ids: readonly string[]) {
    // More may have arrived while it was decided.
    const left = (all: readonly Item[]) => all.filter(({ id }) => !ids.includes(id))
    update(({ items: all, waiting }) => {
      const rest = left(all)
      return { items: rest, waiting: Math.max(rest.length, waiting - ids.length) }
    })
    const rest = client.getQueryData<Claimed<Item>>(queryKey)?.items ?? []
    for (const id of ids) decided.current.add(id)
    if (rest.length === 0) await query.refetch()
    else if (rest.length <= refillBelow) void refill()
    await client.invalidateQueries({ queryKey: apiQueryKey(getWaiting) })
  }

  return { query, items, remove }
}

/**
 * Returns a queue with more that the server gave: what is left stays first and in its order, and what was
 * decided while the reply was on its way does not come back.
 */
export function refilled<Item extends { id: string }>(
  left: readonly Item[],
  more: readonly Item[],
  decided: ReadonlySet<string>,
): Item[] {
  const ids = new Set([...left.map(({ id }) => id), ...decided])
  return [...left, ...more.filter(({ id }) => !ids.has(id))]
}
