import type { Figures } from './figures.ts'

/** A run of a benchmark. Rates are per second, or per what the benchmark names. */
export interface Run {
  at: Date
  benchmark: string
  members: number
  clients: number
  opponent: Figures
  product: Figures
  /** Of neighbouring rounds. */
  ratio: Figures
  /** The least ratio. */
  target: number
  /** Load average of the last minute, at the end of the run. */
  load: number
}

const sides = ['opponent', 'product', 'ratio'].flatMap((side) => [`${side}_median`, `${side}_min`, `${side}_max`])

/** First line of bench/results.csv. */
export const resultHeader = ['date', 'benchmark', 'members', 'clients', ...sides, 'target', 'load'].join(',')

/** Returns the line of a run in bench/results.csv, in the order of the header. The day is that of UTC. */
export function resultRow({ at, benchmark, members, clients, opponent, product, ratio, target, load }: Run) {
  return [
    at.toISOString().slice(0, 10),
    benchmark,
    members,
    clients,
    ...rates(opponent),
    ...rates(product),
    ...ratios(ratio),
    Number(target.toFixed(3)),
    Math.round(load),
  ].join(',')
}

/** Whole numbers, or one decimal place where a run counts few. */
function rates({ median, least, most }: Figures) {
  return [median, least, most].map((value) => Number(value.toFixed(value < 100 ? 1 : 0)))
}

function ratios({ median, least, most }: Figures) {
  return [median, least, most].map((value) => value.toFixed(3))
}
