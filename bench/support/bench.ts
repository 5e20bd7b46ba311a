import type { OnProgress } from '#server/platform/progress.ts'

/** Registers a function that closes a resource. Resources are closed in reverse order. */
export type OnClose = (close: () => Promise<void>) => void

export interface Options {
  members: number
  /** Connections that each side keeps busy. */
  clients: number
  /** Length of one round of one side. */
  seconds: number
  /** Rounds of each side after the warm-up. */
  rounds: number
  /** What the product runs with; of the benchmark `day` (support/day-site.ts). */
  setup: string | undefined
  /** Directory for a CPU profile of the product. */
  profileDir: string | undefined
  onProgress: OnProgress
  onClose: OnClose
}

/** Runs one side for some seconds and returns operations per second, or what `per` of the benchmark names. */
export type Side = (seconds: number) => Promise<number>

/** A second opponent, for scale. */
export interface Yardstick {
  what: string
  /** The most that one operation of the product may cost, in operations of the yardstick. */
  mostCost: number
  run: Side
}

/** A prepared comparison. */
export interface Comparison {
  opponent: Side
  /** Measured in the same rounds. */
  yardstick?: Yardstick
  product: Side
  /** Version of the PostgreSQL that the product uses. */
  postgresVersion: string
  /** Measures and prints further figures once, after the rounds. */
  afterwards?: () => Promise<void>
}

/** A benchmark, exported as `bench` by each `<name>.bench.ts`. */
export interface Bench {
  what: string
  opponent: string
  /** Name of the counted operations. */
  unit: string
  /** What the operations are divided by; default: a second. */
  per?: 'CPU second'
  /** Least ratio of product to opponent. */
  target: number
  /** Names that `--setup` can have; without them it has none. */
  setups?: readonly string[]
  /** Runs the whole program, with the built web app. */
  needsBuild?: boolean
  /** Length of the warm-up of each side; default: two rounds. */
  warmUpSeconds?: number
  defaults: Pick<Options, 'members' | 'clients'> & Partial<Pick<Options, 'seconds' | 'rounds'>>
  prepare: (options: Options) => Promise<Comparison>
}
