import { z } from 'zod'

/** Messages of a process to the one that started it. */
export const FromChild = z.discriminatedUnion('type', [
  z.object({ type: z.literal('ready') }),
  z.object({ type: z.literal('event'), channel: z.string(), text: z.string() }),
  /** Asks all others for their metrics. */
  z.object({ type: z.literal('collect') }),
  z.object({ type: z.literal('metrics'), to: z.int(), metrics: z.array(z.unknown()) }),
])
export type FromChild = z.output<typeof FromChild>

/** Messages to a process from the one that started it. */
export const FromPrimary = z.discriminatedUnion('type', [
  z.object({ type: z.literal('event'), channel: z.string(), text: z.string() }),
  /** A process ended, and may not have published what it committed. */
  z.object({ type: z.literal('gap') }),
  z.object({ type: z.literal('collect'), from: z.int() }),
  /** How many others were asked. */
  z.object({ type: z.literal('asked'), others: z.int() }),
  z.object({ type: z.literal('metrics'), metrics: z.array(z.unknown()) }),
])
export type FromPrimary = z.output<typeof FromPrimary>

/** Option by which a process learns that it is one of several: `--family=<uuid>`. */
export const FAMILY_OPTION = '--family='
