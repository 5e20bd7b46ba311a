import { isActiveText } from '#server/features/accounts/fragments.ts'
import { notInvisibleText, showsActivityText } from '#server/features/visibility/fragments.ts'
import { prepared } from '#server/platform/postgres/db.ts'
import type { Queryable } from '#server/platform/postgres/tx.ts'

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
