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
  /** Directory for a CPU profile of the product. */
  profileDir: string | undefined
  onProgress: OnProgress
  onClose: OnClose
}

/** A prepared comparison. Each function runs for some seconds and returns operations per second. */
export interface Comparison {
  opponent: (seconds: number) => Promise<number>
  product: (seconds: number) => Promise<number>
  /** Version of the PostgreSQL that the product uses. */
  postgresVersion: string
}

/** A benchmark, exported as `bench` by each `<name>.bench.ts`. */
export interface Bench {
  what: string
  opponent: string
  /** Name of the counted operations. */
  unit: string
  /** Least ratio of product to opponent. */
  target: number
  defaults: Pick<Options, 'members' | 'clients'>
  prepare: (options: Options) => Promise<Comparison>
}
