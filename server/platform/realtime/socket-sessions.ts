import { closeCodes } from '#contract/realtime-protocol.ts'
import type { Log } from '#server/platform/log.ts'
import type { Connection } from './connection.ts'

/** Sessions checked by one query. */
const BATCH = 1000

/** Returns those of the given session hashes whose session still lets its user in. */
export type FindLiveSessions = (hashes: Buffer[]) => Promise<Buffer[]>

/** One session by its hash in base64, or all sessions of a user. */
export type EndedSessions = { session: string } | { userId: number }

/** The open sockets of this node by session, a hash in base64, and what ends a session. */
export class SocketSessions {
  readonly #log: Log
  readonly #connections = new Map<string, Connection[]>()
  readonly #endListeners: ((ended: EndedSessions) => void)[] = []
  #findLive: FindLiveSessions | null = null
  #isCheckingAll = false

  constructor(log: Log) {
    this.#log = log
  }

  add(connection: Connection) {
    const { session } = connection
    this.#connections.set(session, [...(this.#connections.get(session) ?? []), connection])
  }

  remove(connection: Connection) {
    const { session } = connection
    const others = (this.#connections.get(session) ?? []).filter((each) => each !== connection)
    if (others.length > 0) this.#connections.set(session, others)
    else this.#connections.delete(session)
  }

  onEnd(listener: (ended: EndedSessions) => void) {
    this.#endListeners.push(listener)
  }

  notifyOfEnd(ended: EndedSessions) {
    for (const listener of this.#endListeners) listener(ended)
  }

  /** Closes the sockets of a session that has ended. */
  end(session: string) {
    this.notifyOfEnd({ session })
    for (const connection of this.#connections.get(session) ?? []) connection.close(closeCodes.sessionEnded)
  }

  /** Sets how the checks find out which sessions still let their users in. */
  checkWith(findLive: FindLiveSessions) {
    this.#findLive = findLive
  }

  /** Ends the sessions of sockets that were ended elsewhere. Not again while that is slow. */
  async checkAll() {
    if (this.#isCheckingAll) return
    this.#isCheckingAll = true
    await this.check([...this.#connections.keys()])
    this.#isCheckingAll = false
  }

  /** Ends those of some sessions that were ended elsewhere. Never rejects. */
  async check(sessions: string[]) {
    if (!this.#findLive) return
    try {
      for (const session of await findEndedSessions(sessions, this.#findLive)) this.end(session)
    } catch (error) {
      // Without the database nothing is known about a session; the next heartbeat checks it.
      this.#log.warn({ err: error }, 'sessions of sockets not checked')
    }
  }
}

/** Finds the sessions that have ended, a bounded batch at a time. Sessions are hashes in base64. */
export async function findEndedSessions(sessions: string[], findLive: FindLiveSessions) {
  const ended: string[] = []
  for (let start = 0; start < sessions.length; start += BATCH) {
    const batch = sessions.slice(start, start + BATCH)
    const hashes = await findLive(batch.map((session) => Buffer.from(session, 'base64')))
    const live = new Set(hashes.map((hash) => hash.toString('base64')))
    ended.push(...batch.filter((session) => !live.has(session)))
  }
  return ended
}
