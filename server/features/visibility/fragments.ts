import { sql } from 'kysely'
import { isActiveText } from '#server/features/accounts/fragments.ts'

/**
 * Conditions on members, as the text of statements: `notBlockedText('$1', 's.user_id')`. `viewer` is a
 * parameter or a column; for query builders the key itself, within `sql.raw`. `users` and `profiles` are
 * aliases of tables.
 */
type ViewerText = string | number

/**
 * True where neither of two members has blocked the other. Looks up a key per row without a join, so that
 * no plan starts from the blocks.
 */
export function notBlockedText(viewer: ViewerText, member: string) {
  return `(select true from blocks b where b.user_id = ${viewer} and b.other_id = ${member}) is not true`
}

/** The viewer of a visitor without log-in, in place of a member's key: no member has it. */
export const VISITOR_KEY = 0

/** A member without contact to anyone, in place of a member's key: no member has it. */
export const STRANGER_KEY = -1

/**
 * True where a member has written to the viewer and still has the message, as text of a prepared statement.
 * Only received messages count, and none that the member has deleted with the conversation: a stranger could
 * reveal a profile by writing to it, at first or again. Notices of the site do not count, which bear the name
 * of the member who liked back. `viewer` must not name a table `c`, `m` or `t`, which this text uses.
 */
function wroteToText(member: string, viewer: ViewerText) {
  return `exists (
    select from conversations c
    join conversation_members m on m.conversation_id = c.id and m.user_id = ${member} and m.removed_at is null
    where c.low_id = least(${member}, ${viewer}::bigint) and c.high_id = greatest(${member}, ${viewer}::bigint)
      and exists (
        select from messages t
        where t.conversation_id = c.id and t.sender_id = ${member} and t.seq > m.cleared_seq and t.kind not in ('system', 'deleted')
      )
  )`
}

/**
 * True where no mode hides a member from the viewer. Invisible mode hides the member from visitors and from
 * those they neither like nor wrote to (PRO-18); another mode hides from visitors alone (PRO-20). `profiles`
 * is that table's alias. Looks up members in invisible mode only.
 */
export function notInvisibleText(viewer: ViewerText, profiles: string) {
  const member = `${profiles}.user_id`
  return `((not ${profiles}.is_invisible or ${member} = ${viewer}::bigint
    or exists (select from likes k where k.user_id = ${member} and k.other_id = ${viewer}::bigint and k.given_at is not null)
    or ${wroteToText(member, viewer)})
    and (not ${profiles}.is_hidden_from_visitors or ${viewer}::bigint <> ${VISITOR_KEY}))`
}

/** True where privacy mode hides nothing: off, the viewer's own, or a message to the viewer (PRO-19). */
export function notPrivateText(viewer: ViewerText, profiles: string) {
  const member = `${profiles}.user_id`
  return `(not ${profiles}.is_private or ${member} = ${viewer}::bigint or ${wroteToText(member, viewer)})`
}

/**
 * True where a member shows the viewer receipts and typing. Not while the account is paused or closed, in
 * invisible mode, or in privacy mode towards a viewer who got no message from the member (CHAT-16).
 */
export function showsActivityText(viewer: ViewerText, { users, profiles }: { users: string; profiles: string }) {
  return `(${isActiveText(users)} and not ${profiles}.is_invisible and ${notPrivateText(viewer, profiles)})`
}

/** True where no block and no mode hides a member from the viewer. The account may have left. */
export function isShownText(viewer: ViewerText, profiles: string) {
  return `(${notBlockedText(viewer, `${profiles}.user_id`)} and ${notInvisibleText(viewer, profiles)})`
}

/** True where the viewer sees a member: the account is active, and nothing hides the member. */
export function isVisibleText(viewer: ViewerText, { users, profiles }: { users: string; profiles: string }) {
  return `(${isActiveText(users)} and ${isShownText(viewer, profiles)})`
}

/** `isVisibleText` for query builders that join the two tables under their names. */
export function isVisible(viewerId: number) {
  return sql.raw<boolean>(isVisibleText(viewerId, { users: 'users', profiles: 'profiles' }))
}

/** Selects the keys of all members with a block between them and the viewer, as text of a statement. */
export function blockedIdsText(viewer: ViewerText) {
  return `select other_id from blocks where user_id = ${viewer}`
}

/**
 * True where a visit between two members may be recorded and shown: neither is invisible, and privacy mode
 * hides neither from the other (PRO-23). `a` and `b` are aliases of `profiles`.
 */
export function mayShowVisitText(a: string, b: string) {
  return `(not ${a}.is_invisible and not ${b}.is_invisible
    and ${notPrivateText(`${a}.user_id`, b)} and ${notPrivateText(`${b}.user_id`, a)})`
}
