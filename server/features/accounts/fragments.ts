import { sql } from 'kysely'

/** True for an account that is neither disabled nor deleted, in the text of a prepared statement: `isActiveText('u')`. */
export function isActiveText(users: string) {
  return `(${users}.disabled_at is null and ${users}.deleted_at is null)`
}

/** The same for the query builder. `users` is the table's name or alias in the statement. */
export function isActive(users = 'users') {
  return sql.raw<boolean>(isActiveText(users))
}
