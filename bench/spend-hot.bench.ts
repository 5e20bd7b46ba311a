import type { Bench } from './support/bench.ts'
import { prepareSpends } from './support/spends.ts'

export const bench: Bench = {
  what: 'spend over HTTP from one account: all clients wait for the same balance',
  opponent: 'pgbench with the same statements',
  unit: 'spends',
  target: 0.9,
  defaults: { members: 100_000, clients: 8 },
  prepare: (options) => prepareSpends(options, { isHot: true }),
}
