import type { Bench } from './support/bench.ts'
import { prepareSpends } from './support/spends.ts'

export const bench: Bench = {
  what: 'spend over HTTP: a private photo unlocked, debited and written to the ledger, by many members',
  opponent: 'pgbench with the same statements',
  unit: 'spends',
  target: 0.6,
  defaults: { members: 100_000, clients: 8 },
  prepare: (options) => prepareSpends(options, { isHot: false }),
}
