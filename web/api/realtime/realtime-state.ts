import type { RealtimeEvent, ServerMessage } from '#contract/realtime.ts'

/** How far this tab has received the member's numbered events, and how often it tried to connect since. */
export interface RealtimeState {
  /** Null until the first connection. */
  epoch: string | null
  seq: number
  failedAttempts: number
  /** The wait that a server which is about to stop has asked for, in milliseconds. */
  reconnectAfterMs: number | null
}

export interface Transition {
  state: RealtimeState
  /** Events may have been missed: everything that depends on them must be fetched again. */
  needsReset: boolean
  /** To be dispatched, after a reset if there is one. */
  event: RealtimeEvent | null
}

const FIRST_WAIT_MS = 500
const LONGEST_WAIT_MS = 30_000

export const initialState: RealtimeState = { epoch: null, seq: 0, failedAttempts: 0, reconnectAfterMs: null }

/** Applies a message of the server. An event that was received before changes nothing. */
export function receive(state: RealtimeState, message: ServerMessage): Transition {
  switch (message.type) {
    case 'hello':
    case 'reset':
      return {
        state: { epoch: message.epoch, seq: message.seq, failedAttempts: 0, reconnectAfterMs: null },
        // On a first connection, something may have happened since the page was loaded.
        needsReset: message.type === 'reset' || state.epoch === null,
        event: null,
      }
    case 'event':
      return receiveEvent(state, message)
    case 'restart':
      return { state: { ...state, reconnectAfterMs: message.reconnectAfterMs }, needsReset: false, event: null }
    case 'not_live':
    case 'pong':
      return { state, needsReset: false, event: null }
  }
}

function receiveEvent(state: RealtimeState, { seq, event }: Extract<ServerMessage, { type: 'event' }>): Transition {
  if (seq === null) return { state, needsReset: false, event }
  if (seq <= state.seq) return { state, needsReset: false, event: null }
  return { state: { ...state, seq }, needsReset: seq > state.seq + 1, event }
}

/** Counts a lost connection. The wait that the server asked for applies to the first attempt only. */
export function connectionLost(state: RealtimeState): RealtimeState {
  return { ...state, failedAttempts: state.failedAttempts + 1, reconnectAfterMs: null }
}

/** Applies that newer sockets of the member have replaced this one: a quick return would replace another. */
export function connectionReplaced(state: RealtimeState): RealtimeState {
  return { ...state, reconnectAfterMs: LONGEST_WAIT_MS }
}

/**
 * Milliseconds to wait before the next attempt. A stopping server gives each client its own wait. Without
 * one, it doubles with each failure up to a maximum, and is spread by up to half, so that the tabs of all
 * members do not return at once. `random` is at least 0 and below 1.
 */
export function reconnectWaitMs(
  { failedAttempts, reconnectAfterMs }: Pick<RealtimeState, 'failedAttempts' | 'reconnectAfterMs'>,
  random: number,
) {
  if (reconnectAfterMs !== null) return Math.min(reconnectAfterMs, LONGEST_WAIT_MS)
  const waitMs = Math.min(FIRST_WAIT_MS * 2 ** failedAttempts, LONGEST_WAIT_MS)
  return waitMs * (0.5 + random / 2)
}

/**
 * Reads a message of our own server. Only the shape that `receive` depends on is checked: schemas would bring
 * zod into every member's page. Null for anything else, such as a newer server's message type.
 */
export function parseServerMessage(data: unknown): ServerMessage | null {
  try {
    const message: unknown = JSON.parse(String(data))
    return isServerMessage(message) ? message : null
  } catch {
    return null
  }
}

type Fields = Partial<Record<'type' | 'epoch' | 'seq' | 'event' | 'reconnectAfterMs', unknown>>

function isServerMessage(value: unknown): value is ServerMessage {
  const { type, epoch, seq, event, reconnectAfterMs } = (value ?? {}) as Fields
  switch (type) {
    case 'hello':
    case 'reset':
      return typeof epoch === 'string' && isCount(seq)
    case 'event':
      return (
        (seq === null || isCount(seq)) && typeof (event as { type?: unknown } | null | undefined)?.type === 'string'
      )
    case 'restart':
      return isCount(reconnectAfterMs)
    default:
      return type === 'pong' || type === 'not_live'
  }
}

function isCount(value: unknown) {
  return Number.isSafeInteger(value) && Number(value) >= 0
}
