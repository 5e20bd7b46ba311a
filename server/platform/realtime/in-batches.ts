import { setImmediate as yieldToOthers } from 'node:timers/promises'

/** Yields the items and serves others after each `size` of them. */
export async function* inBatches<Item>(items: Iterable<Item>, size: number) {
  let count = 0
  for (const item of items) {
    count += 1
    if (count % size === 0) await yieldToOthers()
    yield item
  }
}
