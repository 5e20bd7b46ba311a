import type { ProfileCard } from '#contract/profiles/schemas.ts'
import { isVisibleText, VISITOR_KEY } from '#server/features/visibility/fragments.ts'
import { prepared } from '#server/platform/postgres/db.ts'
import type { Queryable } from '#server/platform/postgres/tx.ts'
import { cardJoins, cardJson } from './fragments.ts'
import { onlineSince, todayIn } from './rules.ts'

export interface CardRow {
  userId: number
  card: ProfileCard
  /** Deleted, disabled, hidden from the viewer, or a block between the two. */
  isHidden: boolean
  isInvisible: boolean
  /** In privacy mode towards this viewer: photos, details and activity are hidden (PRO-19). */
  isReserved: boolean
  lastActiveAt: Date | null
}

function cardsText({ isVisitor }: { isVisitor: boolean }) {
  const lastActiveAt = 'activity.last_active_at'
  return `select p.user_id,
    (${cardJson({ isVisitor, lastActiveAt, today: '$3::timestamp', onlineSince: '$4::timestamptz' })})::json as card,
    not ${isVisibleText('$1', { users: 'u', profiles: 'p' })} as is_hidden,
    p.is_invisible, privacy.is_reserved, ${lastActiveAt}
  from unnest((select $2::bigint[])) with ordinality as wanted (user_id, position)
  ${cardJoins('$1')}
  left join profile_search activity on activity.user_id = p.user_id
  join users u on u.id = p.user_id
  order by wanted.position`
}

const memberCards = prepared<CardRow>('cards', cardsText({ isVisitor: false }))
const visitorCards = prepared<CardRow>('cards_for_visitor', cardsText({ isVisitor: true }))

interface CardsInput {
  /** Null for a visitor. */
  viewerId: number | null
  userIds: number[]
  now: Date
}

/** Returns members in the order given, also those who are hidden from the viewer. */
export function findCards(db: Queryable, { viewerId, userIds, now }: CardsInput) {
  if (viewerId === null) return visitorCards(db, [VISITOR_KEY, userIds, todayIn(now)])
  return memberCards(db, [viewerId, userIds, todayIn(now), onlineSince(now)])
}
