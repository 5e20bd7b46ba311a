import { shownVisitsText } from '#server/features/profiles/fragments.ts'
import { prepared } from '#server/platform/postgres/db.ts'
import type { Queryable } from '#server/platform/postgres/tx.ts'

/**
 * What a member has not seen: the numbers that the pages show (SHELL-7, PRO-23), without messages of
 * fictional profiles, about which no mail is sent (NOTE-3).
 */
interface Unseen {
  unread: number
  likes: number
  visits: number
}

/** Counts the unread messages of fictional profiles. */
function fromFictionalText(userId: string) {
  return `(select coalesce(sum(f.unread_count), 0)
    from conversation_members f join profiles fp on fp.user_id = f.partner_id and fp.is_fictional
    where f.user_id = ${userId} and f.unread_count > 0 and f.removed_at is null)`
}

const counts = prepared<Unseen>(
  'notice_counts',
  `select (coalesce((select c.unread from chat_counts c where c.user_id = $1), 0) - ${fromFictionalText('$1')})::int as unread,
    coalesce((select l.new_likes from like_counts l where l.user_id = $1), 0)::int as likes,
    (select count(*)::int from ${shownVisitsText('$1')} and v.seen_at is null and not visitor.is_fictional) as visits`,
)

/** Counts what a member has not seen. */
export async function countUnseen(db: Queryable, userId: number): Promise<Unseen> {
  const [row] = await counts(db, [userId])
  return row ?? { unread: 0, likes: 0, visits: 0 }
}

/** What decides about the regular mails of a member. */
export interface Figures {
  userId: number
  unread: number
  /** Time of the latest message that is unread. */
  unreadAt: Date | null
  balance: number
  isUnfinished: boolean
  createdAt: Date
  hasUnseen: boolean
}

const figures = prepared<Figures>(
  'notice_figures',
  `select u.id as user_id, u.created_at, new.unread, coalesce(b.balance, 0)::int as balance,
    (select max(m.last_message_at) from conversation_members m
      where new.unread > 0 and m.user_id = u.id and m.unread_count > 0 and m.removed_at is null
        and not exists (select from profiles f where f.user_id = m.partner_id and f.is_fictional)) as unread_at,
    p.main_photo_id is null or p.about = '' as is_unfinished,
    new.unread > 0 or coalesce(l.new_likes, 0) > 0 or exists (
      select from profile_visits v where v.owner_id = u.id and v.seen_at is null
        and not exists (select from profiles f where f.user_id = v.visitor_id and f.is_fictional)
    ) as has_unseen
  from users u
  join profiles p on p.user_id = u.id
  left join chat_counts c on c.user_id = u.id
  cross join lateral (
    select case when coalesce(c.unread, 0) = 0 then 0 else (c.unread - ${fromFictionalText('u.id')})::int end as unread
  ) new
  left join like_counts l on l.user_id = u.id
  left join account_balances b on b.user_id = u.id
  where u.id = any($1::bigint[])`,
)

/** Finds them for a batch of members, in any order. */
export async function findFigures(db: Queryable, userIds: readonly number[]) {
  const rows = await figures(db, [userIds])
  return new Map(rows.map((row) => [row.userId, row]))
}
