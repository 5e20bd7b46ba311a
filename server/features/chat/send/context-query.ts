import { isActiveText } from '#server/features/accounts/fragments.ts'
import { rowOfEach } from '#server/features/credits/charge.ts'
import { isMatchText } from '#server/features/likes/fragments.ts'
import { notInvisibleText, showsActivityText } from '#server/features/visibility/fragments.ts'
import { prepared } from '#server/platform/postgres/db.ts'
import type { Queryable } from '#server/platform/postgres/tx.ts'
import type { NewMessage } from './new-message.ts'

/** Everything that decides what a member may read from and write to a partner. */
export interface ConversationContext {
  partnerId: number
  partnerProfileId: string
  partnerName: string
  hasLeft: boolean
  /** Invisible mode hides the partner from this member. */
  isHidden: boolean
  isPartnerConfirmed: boolean
  isBlockedByMe: boolean
  isBlockedByThem: boolean
  isPremium: boolean
  /** The member's own balance, in credits. */
  balance: number
  startedCount: number
  /** When the two matched. */
  matchedAt: Date | null
  /** This field and those below are null before the first message. */
  conversationKey: number | null
  conversationId: string | null
  lastSeq: number | null
  readSeq: number | null
  unreadCount: number | null
  partnerDeliveredSeq: number | null
  partnerReadSeq: number | null
  /** The partner shows the member what was delivered and read (CHAT-16). */
  areMarksShown: boolean
  /** Explicit photos are covered for the member (CHAT-33). */
  coversExplicit: boolean
  clearedSeq: number | null
}

const contextColumns = `
    p.user_id as partner_id, p.public_id as partner_profile_id, p.name as partner_name,
    not ${isActiveText('u')} as has_left,
    not ${notInvisibleText('$1', 'p')} as is_hidden,
    u.confirmed_at is not null as is_partner_confirmed,
    b.by_me_at is not null as is_blocked_by_me,
    b.by_them_at is not null as is_blocked_by_them,
    a.premium_since is not null as is_premium,
    coalesce(a.balance, 0) as balance,
    coalesce((select started from chat_counts where user_id = $1), 0) as started_count,
    coalesce((select covers_explicit from profiles where user_id = $1), true) as covers_explicit,
    case when k.given_at is not null then greatest(k.given_at, k.received_at) end as matched_at,
    c.id as conversation_key, c.public_id as conversation_id, c.last_seq,
    mine.read_seq, mine.unread_count, mine.cleared_seq, theirs.delivered_seq as partner_delivered_seq,
    theirs.read_seq as partner_read_seq,
    ${showsActivityText('$1', { users: 'u', profiles: 'p' })} as are_marks_shown`

const contextJoins = `
  join users u on u.id = p.user_id
  left join account_balances a on a.user_id = $1
  left join blocks b on b.user_id = $1 and b.other_id = p.user_id
  left join likes k on k.user_id = $1 and k.other_id = p.user_id and k.received_at is not null
  left join conversation_members mine on mine.user_id = $1 and mine.conversation_id = c.id
  left join conversation_members theirs on theirs.user_id = p.user_id and theirs.conversation_id = c.id`

const contextByProfile = prepared<ConversationContext>(
  'chat_context_with',
  `select ${contextColumns}
  from profiles p
  left join conversations c on c.low_id = least(p.user_id, $1::bigint) and c.high_id = greatest(p.user_id, $1)
  ${contextJoins}
  where p.public_id = $2`,
)

const contextByConversation = prepared<ConversationContext>(
  'chat_context_of',
  `select ${contextColumns}
  from conversations c
  join profiles p on p.user_id = case $1::bigint when c.low_id then c.high_id when c.high_id then c.low_id end
  ${contextJoins}
  where c.public_id = $2`,
)

/** Finds the context between a member and a profile. Returns null if the profile does not exist. */
export async function findContextWith(db: Queryable, { userId, profileId }: { userId: number; profileId: string }) {
  const [context] = await contextByProfile(db, [userId, profileId])
  return context ?? null
}

/** Finds the context of a conversation; null without one to which the member belongs. */
export async function findContextOf(
  db: Queryable,
  { userId, conversationId }: { userId: number; conversationId: string },
) {
  const [context] = await contextByConversation(db, [userId, conversationId])
  return context ?? null
}

/** The part of the context that decides about a message in a conversation which exists. */
export interface SendContext extends Pick<
  ConversationContext,
  | 'partnerId'
  | 'partnerName'
  | 'hasLeft'
  | 'isPartnerConfirmed'
  | 'isBlockedByMe'
  | 'isBlockedByThem'
  | 'isPremium'
  | 'balance'
  | 'conversationKey'
  | 'conversationId'
> {
  ledgerId: number
  isMatch: boolean
  /** The message with this client id is stored already. */
  isSent: boolean
}

/*
 * Every message reads this, so it has what all need, and no more. The arrays are subqueries, of which the
 * planner does not count the items: it would plan the statement for every number of them. The lateral
 * subquery with `offset 0` is evaluated message by message, by key, however small a table is.
 */
export const sendContextText = `with message as (
  select *
  from unnest((select $1::bigint[]), (select $2::bigint[]), (select $3::text[]), (select $4::uuid[]))
    as message (ledger_id, sender_id, profile_id, client_id)
)
select message.ledger_id, context.*
from message
cross join lateral (
  select p.user_id as partner_id, p.name as partner_name,
    not ${isActiveText('u')} as has_left,
    u.confirmed_at is not null as is_partner_confirmed,
    b.by_me_at is not null as is_blocked_by_me,
    b.by_them_at is not null as is_blocked_by_them,
    a.premium_since is not null as is_premium,
    coalesce(a.balance, 0) as balance,
    c.id as conversation_key, c.public_id as conversation_id,
    ${isMatchText('message.sender_id', 'p.user_id')} as is_match,
    exists (
      select from messages
      where conversation_id = c.id and messages.sender_id = message.sender_id and messages.client_id = message.client_id
    ) as is_sent
  from profiles p
  join users u on u.id = p.user_id
  left join conversations c
    on c.low_id = least(p.user_id, message.sender_id) and c.high_id = greatest(p.user_id, message.sender_id)
  left join account_balances a on a.user_id = message.sender_id
  left join blocks b on b.user_id = message.sender_id and b.other_id = p.user_id
  where p.public_id = message.profile_id
  offset 0
) context`

const sendContexts = prepared<SendContext>('chat_send_contexts', sendContextText)

/** Finds the context of each message, in their order; null for one to a profile that does not exist. */
export async function findSendContexts(db: Queryable, messages: readonly NewMessage[]) {
  const rows = await sendContexts(db, [
    messages.map(({ ledgerId }) => ledgerId),
    messages.map(({ sender }) => sender.userId),
    messages.map(({ profileId }) => profileId),
    messages.map(({ clientId }) => clientId),
  ])
  return rowOfEach(messages, rows)
}
