import type { CountryCode } from '#contract/countries.ts'
import type { Gender } from '#contract/profiles.ts'

/** The columns from which `toCard` makes a card. */
export interface CardRow {
  userId: number
  publicId: string
  name: string
  gender: Gender
  birthDate: string
  country: CountryCode
  region: string
  city: string
  lastActiveAt: Date | null
  photoId: string | null
  width: number
  height: number
  thumbhash: string
  isLiked: boolean
  isMatch: boolean
  isFictional: boolean
}

/**
 * Selects the columns of a `CardRow`, for the text of a prepared statement with `cardJoins`. `lastActiveAt` is the
 * expression from which that statement reads the activity.
 */
export function cardColumns({ lastActiveAt }: { lastActiveAt: string }) {
  return `p.user_id, p.public_id, p.name, p.gender, p.birth_date, p.country, p.region, p.city,
    ${lastActiveAt} as last_active_at, ph.public_id as photo_id, ph.width, ph.height, ph.thumbhash,
    l.given_at is not null as is_liked,
    l.given_at is not null and l.received_at is not null as is_match,
    p.is_fictional`
}

/**
 * Joins the tables that `cardColumns` reads to rows named `wanted (user_id)`. `viewer` is a parameter, 0 for a visitor. The
 * limit makes the planner look up one like per row instead of reading all likes of the viewer, who may have thousands.
 */
export function cardJoins(viewer: string) {
  return `join profiles p on p.user_id = wanted.user_id
  left join photos ph on ph.id = p.main_photo_id and ph.status = 'active'
  left join lateral (
    select given_at, received_at from likes where user_id = ${viewer} and other_id = p.user_id limit 1
  ) l on true`
}
