import { sql } from 'kysely'

/**
 * True where neither of two members has blocked the other, for a `where` of the query builder: `notBlocked(viewer.userId,
 * 'profiles.userId')`. It looks up one key per row instead of joining, so that no plan starts from the blocks.
 */
export function notBlocked(viewerId: number, column: string) {
  return sql<boolean>`(
    select true from blocks
    where blocks.user_id = ${viewerId} and blocks.other_id = ${sql.ref(column)}
  ) is not true`
}

/** The same in the text of a prepared statement: `notBlockedText('$1', 's.user_id')`. */
export function notBlockedText(viewer: string, member: string) {
  return `(select true from blocks b where b.user_id = ${viewer} and b.other_id = ${member}) is not true`
}

/** Selects the keys of all members who blocked the viewer or are blocked by the viewer, for the text of a prepared statement. */
export function blockedIdsText(viewer: string) {
  return `select other_id from blocks where user_id = ${viewer}`
}
