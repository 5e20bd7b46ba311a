import { FREE_PHOTOS } from '#contract/limits.ts'
import { isVisibleText, mayShowVisitText, notPrivateText } from '#server/features/visibility/fragments.ts'

/**
 * Joins the tables that `cardJson` reads to rows named `wanted (user_id)`. `viewer` is a parameter, 0 for
 * a visitor. The limit makes the planner look up one like per row instead of reading the viewer's thousands.
 */
export function cardJoins(viewer: string) {
  return `join profiles p on p.user_id = wanted.user_id
  left join photos ph on ph.id = p.main_photo_id and ph.status = 'active'
  left join lateral (
    select given_at, received_at from likes where user_id = ${viewer} and other_id = p.user_id limit 1
  ) l on true
  cross join lateral (select not ${notPrivateText(viewer, 'p')} as is_reserved) privacy`
}

/**
 * True for a photo beyond the free limit of an owner who is not premium, in the order main photo first, then
 * the owner's (PRO-16). `photos` and `profiles` are aliases of tables.
 */
export function isPhotoHiddenText(photos: string, profiles: string) {
  return `(${photos}.id is distinct from ${profiles}.main_photo_id
    and not exists (
      select from account_balances b where b.user_id = ${photos}.user_id and b.premium_since is not null
    )
    and (
      select count(*)
      from photos o
      where o.user_id = ${photos}.user_id
        and o.id <> ${photos}.id
        and (o.id is not distinct from ${profiles}.main_photo_id or (o.position, o.id) < (${photos}.position, ${photos}.id))
    ) >= ${FREE_PHOTOS})`
}

/** True for a private photo that the viewer paid for. */
export function isPhotoUnlockedText(viewer: string, photos: string) {
  return `exists (select from photo_unlocks n where n.user_id = ${viewer} and n.photo_id = ${photos}.id)`
}

/** True where the owner of a photo shows the photos on request to the viewer. */
export function isPhotoGrantedText(viewer: string, photos: string) {
  return `exists (
    select from photo_requests g
    where g.owner_id = ${photos}.user_id and g.member_id = ${viewer} and g.state = 'granted'
  )`
}

/**
 * Visits that a member may see: by active, confirmed members that neither a block nor a mode hides (PRO-23).
 * The text after `from`, for a prepared statement: `v` is the visit, `visitor` and `u` are profile and
 * account of the other one.
 */
export function shownVisitsText(owner: string) {
  return `profile_visits v
  join profiles owner on owner.user_id = v.owner_id
  join profiles visitor on visitor.user_id = v.visitor_id
  join users u on u.id = v.visitor_id
  where v.owner_id = ${owner}
    and u.confirmed_at is not null
    and ${isVisibleText('v.owner_id', { users: 'u', profiles: 'visitor' })}
    and ${mayShowVisitText('owner', 'visitor')}`
}

/** What visitors see of a name. PostgreSQL's `\s` depends on the locale of the database. */
const WORD = String.raw`[^\s\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]+`

/**
 * Builds a `ProfileCard` as the text of a JSON object, for a prepared statement with `cardJoins` that has
 * checked that the viewer may see the member. Visitors get first names, no cities and no activity; no one
 * gets the activity of invisible members, nor activity and photo of those in privacy mode (CHAT-16).
 * Parameters: `today`, the day of ages, as a timestamp; `onlineSince`, the least activity of online members.
 * `more` adds fields. Texts of members or operators are escaped, as is what code stores as free text; ids and
 * codes need none. Concatenation, because `json_build_object` looks up each argument's type for each row. A
 * colon before a word has a space: pgbench takes `:word` for a variable.
 */
export function cardJson({ isVisitor, lastActiveAt, today, onlineSince, more = '' }: CardJson) {
  const name = isVisitor ? `substring(p.name from '${WORD}')` : 'p.name'
  const isShown = 'not p.is_invisible and not privacy.is_reserved'
  const fields = [
    `'{"id":"' || p.public_id`,
    `'","name":' || to_json(${name})::text`,
    `',"age":' || date_part('year', age(${today}, p.birth_date::timestamp))::text`,
    `',"gender":"' || p.gender`,
    `'","country":"' || p.country`,
    `'","region":' || to_json(p.region)::text`,
    `',"city":' || ${isVisitor ? `'null'` : `coalesce(to_json(nullif(p.city, ''))::text, 'null')`}`,
    `',"isOnline":' || ${isVisitor ? `'false'` : `(${isShown} and coalesce(${lastActiveAt} >= ${onlineSince}, false))::text`}`,
    `',"photo":' || ${photoJson}`,
    `',"isLiked":' || (l.given_at is not null)::text`,
    `',"isMatch":' || (l.given_at is not null and l.received_at is not null)::text`,
    `',"isFictional":' || p.is_fictional::text`,
    `',"isVerified":' || (p.verified_at is not null)::text`,
    ...(more ? [more] : []),
    `'}'`,
  ]
  return fields.join(`\n    || `)
}

const photoJson = `case when ph.id is null or privacy.is_reserved then 'null' else '{"id":"' || ph.public_id || '","width":' || ph.width::text
      || ',"height":' || ph.height::text || ',"preview":' || to_json(ph.preview)::text || ',"isLocked": false}' end`

interface CardJson {
  isVisitor: boolean
  lastActiveAt: string
  today: string
  onlineSince: string
  /** Text of more fields, beginning with a comma. */
  more?: string
}
