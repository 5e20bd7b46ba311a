// How a socket is opened, resumed and closed, whatever the events. The events themselves are in realtime.ts.

/** Path of the socket. The server accepts it only from a page of the same origin and with a session. */
export const REALTIME_PATH = '/api/realtime'

/** Longest message a client may send, in bytes. */
export const CLIENT_MESSAGE_MAX_BYTES = 2048

/** Close codes that both sides know: two of WebSocket's registry, the others of this protocol. */
export const closeCodes = {
  /** The node stops: the client reconnects after the wait of the `restart` message. */
  restart: 1012,
  /** The user has opened a newer socket than the cap allows beside this one. */
  tooManySockets: 1013,
  /** The session has ended: the client must not reconnect with it. */
  sessionEnded: 4001,
  /** The client sent too many messages, or an invalid one. */
  misbehaved: 4002,
  /** The client did not send `resume` after opening. */
  silent: 4003,
} as const
