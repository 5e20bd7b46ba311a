import { sql } from 'kysely'

/**
 * True for an account that others may see: neither disabled nor deleted nor paused. In the text of a prepared
 * statement: `isActiveText('u')`.
 */
export function isActiveText(users: string) {
  return `(${users}.disabled_at is null and ${users}.deleted_at is null and ${users}.paused_at is null)`
}

/** The same for the query builder, of the table under its own name. */
export function isActive() {
  return sql.raw<boolean>(isActiveText('users'))
}

/** True for an account that is not disabled; it may be deleted and wait for erasure. For query builders. */
export function isEnabled() {
  return sql.raw<boolean>('users.disabled_at is null')
}

/** True for an account that its owner can use: neither disabled nor deleted. Paused ones are included. */
export function isOpenText(users: string) {
  return `(${users}.disabled_at is null and ${users}.deleted_at is null)`
}

/** The same for the query builder. `users` is the table's name or alias in the statement. */
export function isOpen(users = 'users') {
  return sql.raw<boolean>(isOpenText(users))
}

/**
 * The name of a member in a mail, for the query builder: empty while the address is unconfirmed, because its
 * owner would read what a stranger chose (ACC-4). `users` and `profiles` are names or aliases of tables.
 */
export function nameInMail({ users, profiles } = { users: 'users', profiles: 'profiles' }) {
  return sql<string>`case when ${sql.ref(`${users}.confirmed_at`)} is null then '' else ${sql.ref(`${profiles}.name`)} end`
}
