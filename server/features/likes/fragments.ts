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
