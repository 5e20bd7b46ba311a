import type { OnProgress } from '#server/platform/progress.ts'

/** Remembers how to close what was just opened; the last opened is closed first. */
export type OnClose = (close: () => Promise<void>) => void

export interface Options {
  members: number
  /** Connections that each side keeps busy. */
  clients: number
  /** Length of one round of one side. */
  seconds: number
  /** Of each side, after a warm-up. */
  rounds: number
  /** Writes a CPU profile of the product there. */
  profileDir: string | undefined
  onProgress: OnProgress
  onClose: OnClose
}

/** A prepared comparison: each function runs for some seconds and returns how many were done per second. */
export interface Comparison {
  opponent: (seconds: number) => Promise<number>
  product: (seconds: number) => Promise<number>
  /** PostgreSQL that both used, where both did. */
  postgresVersion: string
}

/** What a `<name>.bench.ts` exports as `bench`. */
export interface Bench {
  what: string
  opponent: string
  /** What is counted. */
  unit: string
  /** Least ratio of product to opponent. */
  target: number
  defaults: Pick<Options, 'members' | 'clients'>
  prepare: (options: Options) => Promise<Comparison>
}
