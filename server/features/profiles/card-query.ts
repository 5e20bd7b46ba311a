import { isVisibleText, VISITOR_KEY } from '#server/features/visibility/fragments.ts'
import { prepared } from '#server/platform/postgres/db.ts'
import type { Queryable } from '#server/platform/postgres/tx.ts'
import { cardColumns, cardJoins, type CardRow } from './fragments.ts'

const cards = prepared<CardRow & { isHidden: boolean }>(
  'cards',
  `select ${cardColumns({ lastActiveAt: 'activity.last_active_at' })},
    not ${isVisibleText('$1', { users: 'u', profiles: 'p' })} as is_hidden
  from unnest($2::bigint[]) with ordinality as wanted (user_id, position)
  ${cardJoins('$1')}
  left join profile_search activity on activity.user_id = p.user_id
  join users u on u.id = p.user_id
  order by wanted.position`,
)

/** Returns members in the order given. `isHidden`: deleted, disabled, hidden from the viewer, or a block. */
export function findCards(db: Queryable, { viewerId, userIds }: { viewerId: number | null; userIds: number[] }) {
  return cards(db, [viewerId ?? VISITOR_KEY, userIds])
}
