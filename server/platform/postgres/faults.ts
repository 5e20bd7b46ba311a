import pg from 'pg'

/** The database could not work now: no connection in time, a lost connection, or a time limit. */
export class DatabaseUnavailable extends Error {
  /** Of the cause; the job queue reads it to decide whether to try again. */
  readonly code: unknown

  constructor(cause: unknown) {
    super('database unavailable', { cause })
    this.name = 'DatabaseUnavailable'
    this.code = cause instanceof Error && 'code' in cause ? cause.code : undefined
  }
}

/**
 * SQLSTATEs, or their classes, after which the same statement may succeed a little later: lost connections
 * (08), a server that is out of resources (53) or going down (57P), a server that is a
 * replica, or no longer the primary (25006), statements that took too long (57014) or
 * waited too long for a lock (55P03). Source: appendix A of the PostgreSQL manual.
 */
const passing = /^(?:08...|25006|53...|57P0[1-5]|57014|55P03|25P03)$/

/** SQLSTATEs of a statement that waited too long for a lock, or took too long. */
const tookTooLong = /^(?:55P03|57014)$/

/** SQLSTATEs that undo a transaction because of another one: serialization failure and deadlock. */
const undone = /^(?:40001|40P01)$/

/**
 * Wraps an error of the driver that is not about the statement. Errors without an SQLSTATE come from the
 * driver: the connection failed or was lost. Values that cannot be sent or read, and all else, stay.
 */
export function toDatabaseFault(error: unknown): unknown {
  if (error instanceof DatabaseUnavailable || error instanceof TypeError || error instanceof RangeError) return error
  if (!(error instanceof pg.DatabaseError)) return new DatabaseUnavailable(error)
  return passing.test(error.code ?? '') ? new DatabaseUnavailable(error) : error
}

/**
 * Whether the database has undone a statement because of something in it: a value, a lock that it waited for,
 * or its time. Not after a lost connection, when no one knows.
 */
export function wasUndone(error: unknown) {
  if (error instanceof DatabaseUnavailable) return tookTooLong.test(String(error.code))
  return error instanceof pg.DatabaseError
}

/** Whether the same work, done again from its start, may succeed. */
export function isRepeatable(error: unknown) {
  return error instanceof pg.DatabaseError && undone.test(error.code ?? '')
}
