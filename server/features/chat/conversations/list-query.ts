import { isActiveText } from '#server/features/accounts/fragments.ts'
import type { chatFilters } from '#contract/chat/chat-filters.ts'
import { isMatchText } from '#server/features/likes/fragments.ts'
import { notBlockedText, showsActivityText } from '#server/features/visibility/fragments.ts'
import type { PageKey } from '#server/platform/http/cursors.ts'
import { prepared } from '#server/platform/postgres/db.ts'
import type { Queryable } from '#server/platform/postgres/tx.ts'

export interface ChatRow {
  conversationKey: number
  conversationId: string
  partnerId: number
  hasLeft: boolean
  unreadCount: number
  lastSeq: number
  lastKind: string
  /** Of what was written before a match the whole text. */
  lastPreview: string
  isMine: boolean
  /** Of the message or notice that gives the row its place. */
  lastMessageAt: Date
  lastSentAt: Date
  partnerDeliveredSeq: number
  partnerReadSeq: number
}

type Filter = (typeof chatFilters)[number]

/** The latest message before the match with which the row `m` ends: the list shows what was written. */
const writtenText = `(
    select w.seq, w.kind, w.name, w.body, w.sender_id, w.sent_at
    from messages w
    where m.last_kind = 'system'
      and m.last_preview = 'match'
      and w.conversation_id = m.conversation_id
      and w.seq > m.cleared_seq
      and w.sent_at >= $2
      and w.kind <> 'system'
    order by w.seq desc
    limit 1
  ) written`

// Conditions on a row of `conversation_members`, named `m`.
const filterTexts = {
  unread: 'm.unread_count > 0',
  matches: isMatchText('m.user_id', 'm.partner_id'),
  // As the dot of the card: a mode hides it (CHAT-16).
  online: `exists (
    select from profile_search s
    join profiles p on p.user_id = s.user_id
    join users u on u.id = s.user_id
    where s.user_id = m.partner_id
      and s.last_active_at >= $7
      and ${showsActivityText('$1', { users: 'u', profiles: 'p' })}
  )`,
  unanswered: `(m.last_sender_id = m.partner_id and m.last_kind <> 'system'
    or exists (select from ${writtenText} where written.sender_id = m.partner_id))`,
} satisfies Record<Filter, string>

/**
 * Returns the statement of a page of the list. It finds the rows of the page before their partners, so that
 * its cost does not grow with the number of conversations.
 */
export function chatListText(filter: Filter | null) {
  return `with page as materialized (
    select m.user_id, m.conversation_id, m.partner_id, m.unread_count, m.last_seq, m.last_kind, m.last_preview,
      m.last_sender_id, m.last_message_at, m.cleared_seq
    from conversation_members m
    where m.user_id = $1
      and m.removed_at is null
      and m.last_message_at >= $2
      and (m.last_message_at, m.conversation_id) < ($3, $4)
      and ${notBlockedText('m.user_id', 'm.partner_id')}
      and ($6::text is null or exists (
        select from profiles named where named.user_id = m.partner_id and named.name ilike $6::text
      ))
      ${filter ? `and ${filterTexts[filter]}` : ''}
    order by m.last_message_at desc, m.conversation_id desc
    limit $5
  )
  select m.conversation_id as conversation_key, c.public_id as conversation_id, m.partner_id,
    not ${isActiveText('u')} as has_left,
    m.unread_count, m.last_message_at,
    coalesce(written.seq, m.last_seq) as last_seq,
    coalesce(written.kind, m.last_kind) as last_kind,
    case coalesce(written.kind, '')
      when '' then m.last_preview when 'text' then written.body when 'gift' then written.name else ''
    end as last_preview,
    coalesce(written.sender_id, m.last_sender_id) = m.user_id as is_mine,
    coalesce(written.sent_at, m.last_message_at) as last_sent_at,
    case when marks.are_shown then theirs.delivered_seq else 0 end as partner_delivered_seq,
    case when marks.are_shown then theirs.read_seq else 0 end as partner_read_seq
  from page m
  join conversations c on c.id = m.conversation_id
  join users u on u.id = m.partner_id
  join profiles p on p.user_id = m.partner_id
  join conversation_members theirs on theirs.user_id = m.partner_id and theirs.conversation_id = m.conversation_id
  cross join lateral (
    select ${showsActivityText('$1', { users: 'u', profiles: 'p' })} as are_shown
  ) marks
  left join lateral ${writtenText} on true
  order by m.last_message_at desc, m.conversation_id desc`
}

const statements = {
  all: prepared<ChatRow>('chat_list', chatListText(null)),
  unread: prepared<ChatRow>('chat_list_unread', chatListText('unread')),
  matches: prepared<ChatRow>('chat_list_matches', chatListText('matches')),
  online: prepared<ChatRow>('chat_list_online', chatListText('online')),
  unanswered: prepared<ChatRow>('chat_list_unanswered', chatListText('unanswered')),
} satisfies Record<Filter | 'all', unknown>

interface ListPage {
  userId: number
  /** Conversations without a message since then are hidden. */
  since: Date
  after: PageKey | null
  limit: number
  filter: Filter | null
  /** Part of the partner's name. */
  search: string
  onlineSince: Date
}

/** Lists a page of conversations, latest message first: the first page, or the one after a key. */
export function chatsAfter(db: Queryable, { userId, since, after, limit, filter, search, onlineSince }: ListPage) {
  const pattern = search === '' ? null : `%${search.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
  const values = [userId, since, after?.at ?? 'infinity', after?.id ?? 0, limit, pattern]
  return statements[filter ?? 'all'](db, filter === 'online' ? [...values, onlineSince] : values)
}
