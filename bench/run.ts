// `npm run bench -- <name> [--members 100000] [--clients 8] [--seconds 5] [--rounds 5] [--setup
// <name>] [--profile <directory>]`: measures opponent and product in turn on one machine, prints their ratio
// and adds a line to bench/results.csv. See docs/performance.md.
import { appendFileSync, readdirSync } from 'node:fs'
import { cpus, loadavg, totalmem } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { showProgress } from '#server/platform/progress.ts'
import type { Bench, Comparison, Options, Yardstick } from './support/bench.ts'
import { collectClosers } from './support/closers.ts'
import { asRatio, figuresOf, perSecond, ratiosOf } from './support/figures.ts'
import { problemOf } from './support/problem.ts'
import { resultRow } from './support/results.ts'

const { onClose, closeAll } = collectClosers()
const { name, bench, options } = await readCommand()
const { members, clients, seconds, rounds, setup } = options
console.log(`${name}: ${bench.what}, against ${bench.opponent}`)
process.once('SIGINT', () => void closeAll().finally(() => process.exit(130)))
try {
  const comparison = await bench.prepare(options)
  const measured = await compare(comparison)
  report(comparison, measured)
  storeResults(comparison, measured)
  await comparison.afterwards?.()
} finally {
  await closeAll()
}

async function readCommand() {
  const benches = readdirSync(import.meta.dirname).flatMap((file) => /^([a-z-]+)\.bench\.ts$/.exec(file)?.[1] ?? [])
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      members: { type: 'string' },
      clients: { type: 'string' },
      seconds: { type: 'string' },
      rounds: { type: 'string' },
      setup: { type: 'string' },
      profile: { type: 'string' },
    },
  })
  const [chosen = ''] = positionals
  if (!benches.includes(chosen)) {
    console.error(`Usage: npm run bench -- ${benches.join(' | ')}`)
    process.exit(1)
  }
  // The name is one of the files above, and each exports a `bench`.
  const { bench: found } = (await import(`./${chosen}.bench.ts`)) as { bench: Bench }
  const problem = problemOf(found, { setup: values.setup })
  if (problem !== null) {
    console.error(problem)
    process.exit(1)
  }
  const parsed: Options = {
    members: Number(values.members ?? found.defaults.members),
    clients: Number(values.clients ?? found.defaults.clients),
    seconds: Number(values.seconds ?? found.defaults.seconds ?? 5),
    rounds: Number(values.rounds ?? found.defaults.rounds ?? 5),
    setup: values.setup,
    profileDir: values.profile,
    onProgress: showProgress(),
    onClose,
  }
  return { name: chosen, bench: found, options: parsed }
}

/** Measures the sides in turn, after a warm-up that compiles hot code and fills PostgreSQL's caches. */
async function compare({ opponent, yardstick, product }: Comparison) {
  const measured = { opponent: [] as number[], yardstick: [] as number[], product: [] as number[] }
  for (const side of [opponent, yardstick?.run, product]) await side?.(bench.warmUpSeconds ?? 2 * seconds)
  for (let round = 1; round <= rounds; round += 1) {
    const opponentRate = await opponent(seconds)
    const yardstickRate = await yardstick?.run(seconds)
    const productRate = await product(seconds)
    measured.opponent.push(opponentRate)
    if (yardstickRate !== undefined) measured.yardstick.push(yardstickRate)
    measured.product.push(productRate)
    const line = [
      `opponent ${Math.round(opponentRate)}/s`,
      ...(yardstickRate === undefined ? [] : [`yardstick ${Math.round(yardstickRate)}/s`]),
      `product ${Math.round(productRate)}/s`,
      `ratio ${(productRate / opponentRate).toFixed(3)}`,
    ]
    console.log(`round ${round}/${rounds}: ${line.join(', ')}`)
  }
  return measured
}

/** Prints how many operations of the yardstick cost as much as one of the product. */
function reportYardstick({ what, mostCost }: Yardstick, { yardstick, product }: Awaited<ReturnType<typeof compare>>) {
  const cost = ratiosOf(yardstick, product)
  console.log(`yardstick ${perSecond(figuresOf(yardstick))} ${bench.unit}/s: ${what}
cost      ${asRatio(cost)} of it, target ≤ ${mostCost}: ${cost.median <= mostCost ? 'met' : 'missed'}`)
}

function report({ postgresVersion, yardstick }: Comparison, measured: Awaited<ReturnType<typeof compare>>) {
  const { opponent, product } = measured
  const ratio = ratiosOf(product, opponent)
  const verdict = ratio.median >= bench.target ? 'met' : 'missed'
  const load = loadavg().map((value) => value.toFixed(1))
  console.log(`
opponent  ${perSecond(figuresOf(opponent))} ${bench.unit} per ${bench.per ?? 'second'}: ${bench.opponent}
product   ${perSecond(figuresOf(product))} ${bench.unit} per ${bench.per ?? 'second'}
ratio     ${asRatio(ratio)}, target ≥ ${bench.target}: ${verdict}

${members.toLocaleString('en')} members, ${clients} clients, ${rounds} rounds of ${seconds} s each side
${cpus()[0]?.model.trim()}, ${cpus().length} cores, ${Math.round(totalmem() / 2 ** 30)} GB, load ${load.join(' ')}
Node ${process.version}, PostgreSQL ${postgresVersion}`)
  if (yardstick) reportYardstick(yardstick, measured)
}

/** Adds the run to bench/results.csv, and a second line for its yardstick. */
function storeResults({ yardstick }: Comparison, measured: Awaited<ReturnType<typeof compare>>) {
  const { product } = measured
  const run = { at: new Date(), members, clients, product: figuresOf(product), load: loadavg()[0] ?? 0 }
  const against = (benchmark: string, opponent: number[], target: number) =>
    resultRow({ ...run, benchmark, opponent: figuresOf(opponent), ratio: ratiosOf(product, opponent), target })
  const rows = [
    against(setup === undefined ? name : `${name}-${setup}`, measured.opponent, bench.target),
    ...(yardstick ? [against(`${name}-yardstick`, measured.yardstick, 1 / yardstick.mostCost)] : []),
  ]
  appendFileSync(join(import.meta.dirname, 'results.csv'), rows.map((row) => `${row}\n`).join(''))
}
