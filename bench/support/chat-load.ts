import { setTimeout as sleep } from 'node:timers/promises'
import { SECOND } from '#contract/time.ts'
import type { Pair } from './chat-pairs.ts'

/** A way to send messages between pairs: the product's or that of an opponent. */
export interface ChatLine {
  pairs: Pair[]
  /** Sends a message. Resolves when the sender has the acknowledgement and the receiver has the message. */
  send(pair: Pair): Promise<void>
}

/** Sends messages one at a time per client, ten to each pair in turn. Returns messages per second. */
export async function closedLoop(
  { pairs, send }: ChatLine,
  { clients, seconds }: { clients: number; seconds: number },
) {
  let done = 0
  const end = new AbortController()
  const startedAt = performance.now()
  const work = async (client: number) => {
    const own = pairs.filter((_, index) => index % clients === client)
    for (let sent = 0; !end.signal.aborted; sent += 1) {
      const pair = own[Math.floor(sent / 10) % own.length]
      if (!pair) throw new Error('more clients than pairs')
      await send(pair)
      if (!end.signal.aborted) done += 1
    }
  }
  const working = Array.from({ length: clients }, (_, client) => work(client))
  await Promise.race([sleep(seconds * SECOND), Promise.all(working)])
  const tookMs = performance.now() - startedAt
  end.abort()
  await Promise.all(working)
  return done / (tookMs / SECOND)
}

export interface Delivery {
  /** Milliseconds from the moment a message was due to its acknowledgement and delivery. */
  p50: number
  p99: number
  /** Messages per second that were done in time. */
  rate: number
}

/**
 * Sends messages at a fixed rate, whether or not earlier ones are done. A message counts from the moment it
 * was due, so a side that falls behind is not measured less often.
 */
export async function openLoop({ pairs, send }: ChatLine, { rate, seconds }: { rate: number; seconds: number }) {
  const took: number[] = []
  const pending = new Set<Promise<void>>()
  const startedAt = performance.now()
  for (let n = 0; n < rate * seconds; n += 1) {
    const dueAt = startedAt + (n / rate) * SECOND
    const early = dueAt - performance.now()
    if (early > 0) await sleep(early)
    const pair = pairs[n % pairs.length]
    if (!pair) throw new Error('no pairs')
    const sending = send(pair).then(() => {
      took.push(performance.now() - dueAt)
      pending.delete(sending)
    })
    pending.add(sending)
  }
  await Promise.all(pending)
  const tookSeconds = (performance.now() - startedAt) / SECOND
  const sorted = took.toSorted((one, other) => one - other)
  const at = (share: number) => sorted[Math.floor(share * (sorted.length - 1))] ?? Number.NaN
  return { p50: at(0.5), p99: at(0.99), rate: took.length / tookSeconds } satisfies Delivery
}
