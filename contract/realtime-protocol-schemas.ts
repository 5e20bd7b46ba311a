import { z } from 'zod'

/** The first message of a client. The server sends nothing before it. `epoch` is null on a first visit. */
export const Resume = z.strictObject({
  type: z.literal('resume'),
  epoch: z.string().max(64).nullable(),
  after: z.int().nonnegative(),
})
export type Resume = z.output<typeof Resume>

/** Asks for a `pong`, because a browser does not expose the pings of WebSocket. */
export const Ping = z.strictObject({ type: z.literal('ping') })

export const ProtocolMessage = z.discriminatedUnion('type', [Resume, Ping])
export type ProtocolMessage = z.output<typeof ProtocolMessage>

/** Nothing is missing up to `seq`; missed events follow at once, in order. */
const Hello = z.object({ type: z.literal('hello'), epoch: z.string(), seq: z.int().nonnegative() })
/** Missed events are not available any more: the client fetches everything again and continues from here. */
const Reset = z.object({ type: z.literal('reset'), epoch: z.string(), seq: z.int().nonnegative() })
/**
 * The server lost its connection to the other nodes, whose events are missing until it sends a reset: the
 * client polls. Sent when that happens, and after each `hello` and `reset` meanwhile.
 */
const NotLive = z.object({ type: z.literal('not_live') })
const Pong = z.object({ type: z.literal('pong') })
/**
 * The node stops and closes the socket next. Each client gets another wait, so that they do not reconnect all
 * at once. Clients that do not know this message ignore it.
 */
const Restart = z.object({ type: z.literal('restart'), reconnectAfterMs: z.int().nonnegative() })

export type ControlMessage = z.output<typeof Hello | typeof Reset | typeof NotLive | typeof Pong | typeof Restart>

/**
 * Builds the schema of the server's messages from that of the events. A user's events are numbered 1, 2, 3 …
 * within an epoch. A client stores the epoch and the last number, and sends both when it opens the next
 * socket. Transient events have `seq: null`: they have no number and are not replayed.
 */
export function serverMessageOf<Event extends z.ZodType>(event: Event) {
  return z.discriminatedUnion('type', [
    Hello,
    Reset,
    NotLive,
    z.object({ type: z.literal('event'), seq: z.int().positive().nullable(), event }),
    Pong,
    Restart,
  ])
}
