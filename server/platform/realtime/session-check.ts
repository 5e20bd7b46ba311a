import type { Log } from '#server/platform/log.ts'

/** Sessions checked by one query. */
const BATCH = 1000

/** Returns those of the given session hashes whose session still lets its user in. */
export type FindLiveSessions = (hashes: Buffer[]) => Promise<Buffer[]>

interface SessionCheckOptions {
  log: Log
  findLive: FindLiveSessions
  /** Called with each session that has ended, a hash in base64. */
  onEnded: (session: string) => void
}

/** Finds out which sessions of sockets were ended elsewhere. */
export class SessionCheck {
  readonly #options: SessionCheckOptions
  #isCheckingAll = false

  constructor(options: SessionCheckOptions) {
    this.#options = options
  }

  /** Checks the sessions of all sockets, not again while that is slow. */
  async checkAll(sessions: string[]) {
    if (this.#isCheckingAll) return
    this.#isCheckingAll = true
    await this.check(sessions)
    this.#isCheckingAll = false
  }

  /** Checks some sessions. Never rejects. */
  async check(sessions: string[]) {
    const { log, findLive, onEnded } = this.#options
    try {
      for (const session of await findEndedSessions(sessions, findLive)) onEnded(session)
    } catch (error) {
      // Without the database nothing is known about a session; the next heartbeat checks it.
      log.warn({ err: error }, 'sessions of sockets not checked')
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
