/** Seeded random numbers: the same seed always gives the same sequence, so demo people are reproducible. */
export interface Rng {
  /** 0 ≤ n < 1. */
  next(): number
  between(low: number, high: number): number
  isTrue(probability: number): boolean
  pick<const Item>(items: readonly [Item, ...Item[]]): Item
}

/** Mulberry32 (public domain), seeded with FNV-1a of the text. Not for secrets. */
export function createRng(seed: string): Rng {
  let state = 0x811c9dc5
  for (let i = 0; i < seed.length; i += 1) state = Math.imul(state ^ seed.charCodeAt(i), 0x01000193)

  function next() {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }

  return {
    next,
    between: (low, high) => low + next() * (high - low),
    isTrue: (probability) => next() < probability,
    pick: (items) => items[Math.floor(next() * items.length)] ?? items[0],
  }
}
