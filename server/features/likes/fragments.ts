import { isActiveText } from '#server/features/accounts/fragments.ts'

/**
 * True for an account whose likes count as new ones: an active one of no fictional profile (PRO-13). The
 * trigger of server/functions/likes.sql has the same. `users` is the alias of the table in the statement.
 */
export function isCountedText(users: string) {
  return `(${isActiveText(users)}
    and not exists (select from profiles f where f.user_id = ${users}.id and f.is_fictional))`
}

/** True where two members like each other, in the text of a prepared statement. */
export function isMatchText(member: string, other: string) {
  return `exists (
    select from likes k
    where k.user_id = ${member} and k.other_id = ${other} and k.given_at is not null and k.received_at is not null
  )`
}

/** True where a member does not like another, as text of a prepared statement. Looks up one key per row. */
export function notLikedText(member: string, other: string) {
  return `(
    select true from likes k
    where k.user_id = ${member} and k.other_id = ${other} and k.given_at is not null
  ) is not true`
}
