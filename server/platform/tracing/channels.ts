/** What the program reports to a tracer, if one listens (`tracer.ts`). Without one it costs a comparison. */
import { channel, tracingChannel } from 'node:diagnostics_channel'

/** A statement that was sent. A listener sets `end`, which is called when it is answered. */
export interface QueryMessage {
  text: string
  end?: (error?: unknown) => void
}

export interface JobMessage {
  name: string
  attempt: number
}

export const QUERY_CHANNEL = 'rendezvous:query'
const queries = channel(QUERY_CHANNEL)
export const jobRuns = tracingChannel<unknown, JobMessage>('rendezvous:job')

/** Reports a statement, from the arguments of the driver's `query`. Returns what to call with its result. */
export function reportQuery(args: readonly unknown[]): QueryMessage['end'] {
  if (!queries.hasSubscribers) return undefined
  const [query] = args
  const text = typeof query === 'string' ? query : (query as { text?: unknown } | undefined)?.text
  if (typeof text !== 'string') return undefined
  const message: QueryMessage = { text }
  queries.publish(message)
  return message.end
}
