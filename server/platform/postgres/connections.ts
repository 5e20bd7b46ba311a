/** What PostgreSQL accepts by default. */
const DEFAULT_MAX_CONNECTIONS = 100
/** Of a process beside its pool: for notifications, and for maintenance. */
const BESIDE_POOL = 2
/** For commands such as a backup, for the start, and those that PostgreSQL keeps for superusers. */
const RESERVE = 12

/** Returns how many connections PostgreSQL has to accept for a program and what runs beside it. */
export function connectionsNeeded({ processes, databasePoolSize }: { processes: number; databasePoolSize: number }) {
  // With several processes for requests there is one more, for jobs.
  const started = processes > 1 ? processes + 1 : 1
  return started * (databasePoolSize + BESIDE_POOL) + RESERVE
}

/** Returns the setting for that; none where the default is enough: postgresql.conf may have another. */
export function connectionSettings(config: { processes: number; databasePoolSize: number }): Record<string, string> {
  const count = connectionsNeeded(config)
  return count > DEFAULT_MAX_CONNECTIONS ? { max_connections: String(count) } : {}
}
