import { notBlockedText, showsActivityText } from '#server/features/visibility/fragments.ts'
import { prepared } from '#server/platform/postgres/db.ts'
import type { Queryable } from '#server/platform/postgres/tx.ts'

/** Partners notified about each member, the latest messages first. Others see it with their next fetch. */
const NOTIFIED_PARTNERS = 100

const watchers = prepared<{ watcherId: number; profileId: string }>(
  'chat_presence_watchers',
  `select latest.partner_id as watcher_id, p.public_id as profile_id
  from unnest((select $1::bigint[])) member (user_id)
  join profiles p on p.user_id = member.user_id
  join users u on u.id = member.user_id
  cross join lateral (
    select mine.partner_id
    from conversation_members mine
    where mine.user_id = member.user_id
    order by mine.last_message_at desc
    limit ${NOTIFIED_PARTNERS}
  ) latest
  join profile_search watcher on watcher.user_id = latest.partner_id
  join profiles w on w.user_id = latest.partner_id
  where watcher.last_active_at >= case when w.is_private then day_of_activity($2) else $2 end
    and ${showsActivityText('latest.partner_id', { users: 'u', profiles: 'p' })}
    and ${notBlockedText('member.user_id', 'latest.partner_id')}`,
)

/**
 * Lists the online partners of members who may see that (CHAT-16), with the members' public ids. Of a partner
 * in privacy mode only the day is stored: all who were active on it are listed.
 */
export function presenceWatchers(
  db: Queryable,
  { userIds, onlineSince }: { userIds: readonly number[]; onlineSince: Date },
) {
  return watchers(db, [userIds, onlineSince])
}
