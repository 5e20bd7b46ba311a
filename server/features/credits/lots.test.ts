import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { lotsOf, untilPremium, type LedgerLine, type Lot } from './rules.ts'

const purchase = (ref: string, amount: number): LedgerLine => ({ kind: 'purchase', ref, amount })
const message = (amount: number): LedgerLine => ({ kind: 'message', ref: 'm', amount: -amount })
const left = (lines: LedgerLine[]) => lotsOf(lines).map((lot) => [lot.ref, lot.left])

describe('what is left of a purchase', () => {
  test('is spent after what came in before it', () => {
    const lines: LedgerLine[] = [{ kind: 'signup', ref: 's', amount: 6 }, purchase('a', 60), purchase('b', 20)]
    expect(left([...lines, message(10)])).toEqual([
      ['s', 0],
      ['a', 56],
      ['b', 20],
    ])
  })

  test('is taken by its own refund, and put back when the refund fails', () => {
    const lines = [purchase('a', 60), purchase('b', 20), { kind: 'refund', ref: 'b', amount: -20 } as const]
    expect(left(lines)).toEqual([
      ['a', 60],
      ['b', 0],
    ])
    expect(left([...lines, { kind: 'correction', ref: 'b', amount: 20 }])).toEqual([
      ['a', 60],
      ['b', 20],
    ])
  })

  test('is taken by its own chargeback first, then what is oldest', () => {
    const lines = [purchase('a', 60), purchase('b', 20), message(70)]
    expect(left([...lines, { kind: 'chargeback', ref: 'b', amount: -10 }])).toEqual([
      ['a', 0],
      ['b', 0],
    ])
    const unspent = [purchase('a', 60), purchase('b', 20), message(30)]
    expect(left([...unspent, { kind: 'chargeback', ref: 'b', amount: -40 }])).toEqual([
      ['a', 10],
      ['b', 0],
    ])
  })
})

describe('premium that waits for the first spent credit of a purchase', () => {
  const lines: LedgerLine[] = [{ kind: 'adjustment', ref: 'gift', amount: 50 }, purchase('a', 20), purchase('b', 60)]
  const taken = (...more: LedgerLine[]) =>
    untilPremium({ waiting: 51, before: lotsOf(lines), after: lotsOf([...lines, ...more]) })

  test.each<[string, LedgerLine, number]>([
    ['older credits', { kind: 'adjustment', ref: 'x', amount: -30 }, 21],
    ['all older credits', { kind: 'adjustment', ref: 'x', amount: -50 }, 1],
    ['older credits and some of its own', { kind: 'adjustment', ref: 'x', amount: -60 }, 1],
    ['its own credits', { kind: 'refund', ref: 'a', amount: -20 }, 51],
    ['newer credits', { kind: 'refund', ref: 'b', amount: -60 }, 51],
  ])('is reached when %s are taken', (_, line, credits) => {
    expect(taken(line)).toBe(credits)
  })
})

type Step = { do: 'purchase' | 'grant' | 'spend'; amount: number } | { do: 'refund' | 'chargeback'; which: number }

const steps = fc.array(
  fc.oneof(
    fc.record({ do: fc.constantFrom('purchase', 'grant', 'spend'), amount: fc.integer({ min: 1, max: 500 }) }),
    fc.record({ do: fc.constantFrom('refund', 'chargeback'), which: fc.nat(9) }),
  ) as fc.Arbitrary<Step>,
  { maxLength: 60 },
)

/** Plays the steps as the services do, without those that balance or purchase do not allow. */
function play(all: Step[]) {
  const lines: LedgerLine[] = []
  const returned = new Map<string, 'refund' | 'chargeback'>()
  const balance = () => lines.reduce((sum, { amount }) => sum + amount, 0)
  const check = (before: Lot[], line: LedgerLine) => {
    lines.push(line)
    const after = lotsOf(lines)
    expect(after.reduce((sum, lot) => sum + lot.left, 0)).toBe(balance())
    for (const lot of after) expect(lot.left >= 0 && lot.left <= lot.credits).toBe(true)
    if (line.kind !== 'message') return
    // First in, first out: a purchase is touched only when all before it are spent.
    const touched = after.findLastIndex((lot, index) => lot.left < (before[index]?.left ?? 0))
    for (const lot of after.slice(0, touched)) expect(lot.left).toBe(0)
  }
  for (const [index, step] of all.entries()) {
    const lots = lotsOf(lines)
    const ref = `${index}`
    if ('amount' in step) {
      if (step.do === 'purchase') check(lots, purchase(ref, step.amount))
      else if (step.do === 'grant') check(lots, { kind: 'demo', ref, amount: step.amount })
      else if (balance() >= step.amount) check(lots, { kind: 'message', ref, amount: -step.amount })
      continue
    }
    const bought = lots.filter(({ kind }) => kind === 'purchase')
    const lot = bought[step.which % Math.max(bought.length, 1)]
    if (!lot) continue
    if (step.do === 'refund' && !returned.has(lot.ref) && lot.left > 0) {
      returned.set(lot.ref, 'refund')
      check(lots, { kind: 'refund', ref: lot.ref, amount: -lot.left })
    }
    if (step.do === 'chargeback' && returned.get(lot.ref) !== 'chargeback') {
      returned.set(lot.ref, 'chargeback')
      const taken = Math.min(balance(), lot.credits)
      if (taken > 0) check(lots, { kind: 'chargeback', ref: lot.ref, amount: -taken })
    }
  }
  return balance()
}

test('after any purchases, spends, refunds and chargebacks the lots are the balance, which is never negative', () => {
  const property = fc.property(steps, (all) => play(all) >= 0)
  expect(fc.check(property, { numRuns: 300, seed: 1 })).toMatchObject({ failed: false })
})
