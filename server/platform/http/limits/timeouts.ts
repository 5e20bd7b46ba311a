import { MINUTE, SECOND } from '#contract/time.ts'

/** How long the web server waits for a client. */
export interface HttpTimeouts {
  /** From the connection, or the first byte of a later request, to the end of the request's headers. */
  headersMs: number
  /** From the same moment to the end of the request's body. */
  requestMs: number
  /** From the end of an answer to the next request on the same connection. */
  keepAliveMs: number
  /** Without a byte in either direction. */
  idleMs: number
  /** How often the first two are checked. */
  checkMs: number
  /** After an answer that did not need the body: how long the rest of the body is read and discarded. */
  discardMs: number
}

export const httpTimeouts: HttpTimeouts = {
  // A request has a few kilobytes of headers; 15 seconds are enough for the slowest phone, and short for an
  // attacker who sends a byte at a time.
  headersMs: 15 * SECOND,
  // The largest upload needs 0.6 Mbit/s to arrive within this time.
  requestMs: 3 * MINUTE,
  // Longer than the usual 60 seconds of a reverse proxy: if the server closed first, the proxy could send a
  // request into the connection at the same moment and answer the client with 502.
  keepAliveMs: 75 * SECOND,
  // Longer than any answer takes, even that to an upload whose image waits for its turn.
  idleMs: 3 * MINUTE,
  checkMs: 5 * SECOND,
  // A client that is still sending may lose the answer if the connection is closed at once.
  discardMs: 30 * SECOND,
}
