/** Sessions checked by one query. */
const BATCH = 1000

/** Returns those of the given session hashes whose session still lets its user in. */
export type FindLiveSessions = (hashes: Buffer[]) => Promise<Buffer[]>

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
