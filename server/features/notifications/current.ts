import type { CountryCode } from '#contract/countries.ts'
import type { NoticeKind } from '#contract/notifications/notice-kinds.ts'
import { isOpenText } from '#server/features/accounts/fragments.ts'
import { isVisibleText } from '#server/features/visibility/fragments.ts'
import { prepared } from '#server/platform/postgres/db.ts'
import type { Queryable } from '#server/platform/postgres/tx.ts'
import type { QuietHours } from './quiet-hours.ts'

/** What `otherId` did, of which `userId` may be notified. */
export interface NoticeKey {
  userId: number
  kind: NoticeKind
  otherId: number
  /** Grows with each event of a kind between the two: the number of a message, else seconds. */
  seq: number
}

/** What is true of a notice now. */
export interface NoticeState extends NoticeKey {
  /** Public id and name of the member who did it. */
  profileId: string
  name: string
  isFictional: boolean
  /** The recipient may see that member. */
  isVisible: boolean
  /** It is still so, and the recipient has not seen it. */
  isDue: boolean
  /** The same for a mail, which stands for all that is unread in a conversation. */
  isMailDue: boolean
  /** Number of the latest message; of other kinds the same as `seq`. */
  latestSeq: number
  /** A mail about the conversation was sent lately or waits, and the member has not read it since. */
  isRepeated: boolean
  /** Beginning of the latest message, where that is a text to the recipient. */
  preview: string | null
}

const states = prepared<NoticeState>(
  'notice_states',
  `select n.user_id, n.kind, n.other_id, n.seq, p.public_id as profile_id, p.name, p.is_fictional,
    ${isVisibleText('n.user_id', { users: 'o', profiles: 'p' })} as is_visible,
    coalesce(
      case n.kind
        when 'like' then k.received_at is not null and k.given_at is null and k.seen_at is null
        when 'match' then k.received_at is not null and k.given_at is not null and k.seen_at is null
        when 'photo_request' then r.state = 'asked'
        else cm.unread_count > 0 and cm.removed_at is null and greatest(cm.read_seq, cm.opened_seq) < n.seq
          and not exists (
            select from messages m
            where m.conversation_id = cm.conversation_id and m.seq = n.seq and m.kind = 'deleted'
          )
      end,
      false
    ) as is_due,
    coalesce(
      case n.kind
        when 'like' then k.received_at is not null and k.given_at is null and k.seen_at is null
        when 'match' then k.received_at is not null and k.given_at is not null and k.seen_at is null
        when 'photo_request' then r.state = 'asked'
        else cm.unread_count > 0 and cm.removed_at is null
      end,
      false
    ) as is_mail_due,
    greatest(n.seq, cm.last_seq) as latest_seq,
    exists (
      select from notice_log l
      where l.user_id = n.user_id and l.other_id = n.other_id and l.channel = 'mail' and l.reason is null
        and l.kind in ('message', 'conversation') and n.kind in ('message', 'conversation')
        and l.seq < greatest(n.seq, cm.last_seq) and l.seq > cm.read_seq
        and (l.decided_at > $5::timestamptz or exists (
          select from notice_mails q where q.id = l.mail_id and q.state in ('queued', 'sending')
        ))
    ) as is_repeated,
    case when cm.last_sender_id = n.other_id and cm.last_kind = 'text' then cm.last_preview end as preview
  from unnest(
    (select $1::bigint[]), (select $2::text[]), (select $3::bigint[]), (select $4::int[])
  ) as n (user_id, kind, other_id, seq)
  join users o on o.id = n.other_id
  join profiles p on p.user_id = n.other_id
  left join conversations c0 on n.kind in ('message', 'conversation')
    and c0.low_id = least(n.user_id, n.other_id) and c0.high_id = greatest(n.user_id, n.other_id)
  left join conversation_members cm on cm.user_id = n.user_id and cm.conversation_id = c0.id
  left join likes k on n.kind in ('like', 'match') and k.user_id = n.user_id and k.other_id = n.other_id
  left join photo_requests r on n.kind = 'photo_request' and r.owner_id = n.user_id and r.member_id = n.other_id`,
)

/** Finds what is true of notices now, in any order. Those about erased members are missing. */
export async function noticeStates(
  db: Queryable,
  { keys, repeatedSince }: { keys: readonly NoticeKey[]; repeatedSince: Date },
) {
  if (keys.length === 0) return []
  return states(db, [
    keys.map(({ userId }) => userId),
    keys.map(({ kind }) => kind),
    keys.map(({ otherId }) => otherId),
    keys.map(({ seq }) => seq),
    repeatedSince,
  ])
}

/** What decides about a recipient. */
export interface Recipient {
  userId: number
  siteId: number
  email: string
  language: string
  country: CountryCode
  name: string
  /** Neither deleted nor disabled. */
  isOpen: boolean
  isConfirmed: boolean
  isPaused: boolean
  disabled: string[]
  timeZone: string | null
  quietHours: QuietHours | null
  isDetailed: boolean
  /** Has a browser that shows push messages. */
  isSubscribed: boolean
  lastActiveAt: Date | null
  profileId: string
  isFictional: boolean
  /** Kinds of mails that the member has asked for. */
  consents: string[]
  /** Sent within 24 hours. */
  mails: number
  pushes: number
}

const recipients = prepared<Recipient>(
  'notice_recipients',
  `select u.id as user_id, u.site_id, u.email, u.language, p.country, p.name, p.public_id as profile_id,
    p.is_fictional,
    array(select c.kind from consents c where c.user_id = u.id and c.kind in ('news', 'promotions')) as consents,
    ${isOpenText('u')} as is_open, u.confirmed_at is not null as is_confirmed, u.paused_at is not null as is_paused,
    u.notifications_disabled as disabled,
    nm.time_zone, nm.quiet_hours, coalesce(nm.is_detailed, false) as is_detailed, s.last_active_at,
    exists (select from push_subscriptions b where b.user_id = u.id) as is_subscribed,
    (select count(*)::int from notice_mails q
      where q.user_id = u.id and q.created_at > $2::timestamptz and q.state in ('queued', 'sending', 'sent', 'unknown')
    ) as mails,
    (select count(*)::int from notice_log l
      where l.user_id = u.id and l.decided_at > $2::timestamptz and l.channel = 'push' and l.reason is null
    ) as pushes
  from unnest((select $1::bigint[])) as recipient (user_id)
  join users u on u.id = recipient.user_id
  join profiles p on p.user_id = u.id
  left join notice_members nm on nm.user_id = u.id
  left join profile_search s on s.user_id = u.id`,
)

/** Finds the recipients of notices by their keys. */
export async function findRecipients(db: Queryable, { userIds, today }: { userIds: readonly number[]; today: Date }) {
  const rows = await recipients(db, [userIds, today])
  return new Map(rows.map((row) => [row.userId, row]))
}
