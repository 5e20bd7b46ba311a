import {
  chatNotices,
  DateAnswer,
  GiftName,
  LastMessage,
  type Chat,
  type ChatPartner,
  type ChatPhoto,
  type Conversation,
  type Message,
} from '#contract/chat/schemas.ts'
import { reactions } from '#contract/chat/gifts.ts'
import { FREE_CONVERSATIONS } from '#contract/limits.ts'
import { messagePrice, type PriceSettings } from '#server/features/credits/rules.ts'
import { isExplicit } from '#server/features/profiles/rules.ts'
import { cardsByUser, lastSeenOfMember } from '#server/features/profiles/views.ts'
import type { Context } from '#server/platform/context.ts'
import type { Viewer } from '#server/features/accounts/views.ts'
import type { ConversationContext } from './send/context-query.ts'
import type { LastOf, Side, SideCounts } from './events.ts'
import type { ChatRow } from './conversations/list-query.ts'
import { rejectionReasonIn } from './send/may-write.ts'
import { firstOwnSeq, type MessageRow, type SideRow, type UploadRow } from './queries.ts'
import { previewOf, statusOf } from './rules.ts'

type Deps = Pick<Context, 'db' | 'clock'>

type PhotoRow = Pick<UploadRow, 'width' | 'height' | 'preview' | 'explicitness'> & { id: string }

interface Sides {
  conversationId: string
  viewer: Pick<Viewer, 'userId' | 'profileId'>
  partnerProfileId: string
}

/** Turns a stored message into what both members see. */
export function toMessage(row: MessageRow, { conversationId, viewer, partnerProfileId }: Sides): Message {
  const { seq, clientId, senderId, sentAt, replyTo, quote } = row
  return {
    conversationId,
    seq,
    clientId,
    senderId: senderId === viewer.userId ? viewer.profileId : partnerProfileId,
    ...contentIn(row),
    sentAt: sentAt.toISOString(),
    replyTo,
    quote,
    reactions: { sender: reactionIn(row.senderReaction), receiver: reactionIn(row.receiverReaction) },
  }
}

/** Returns a message's content. A name no longer in the catalogue leaves a message without content. */
function contentIn({ kind, body, name, uploadId, answer, ...upload }: MessageRow) {
  if (kind === 'text') return { kind, body } as const
  if (kind === 'voice' && uploadId !== null)
    return { kind, voice: { id: uploadId, durationMs: upload.durationMs ?? 0, peaks: upload.peaks ?? [] } } as const
  if (kind === 'photo' && uploadId !== null) return { kind, photo: photoIn({ ...upload, id: uploadId }) } as const
  if (kind === 'date' && name !== null)
    return { kind, when: name, place: body, answer: DateAnswer.nullable().parse(answer) } as const
  const gift = kind === 'gift' && GiftName.safeParse(name).data
  if (gift) return { kind: 'gift', gift, body } as const
  const notice = kind === 'system' && chatNotices.find((each) => each === name)
  return notice ? ({ kind: 'system', notice } as const) : ({ kind: 'deleted' } as const)
}

/** Returns a photo as both members see it; what it was rated decides only whether it is covered. */
export function photoIn({ id, width, height, preview, explicitness }: PhotoRow): ChatPhoto {
  return {
    id,
    width: width ?? 0,
    height: height ?? 0,
    preview: preview ?? '',
    isExplicit: isExplicit(explicitness),
  }
}

function reactionIn(text: string | null) {
  return reactions.find((reaction) => reaction === text) ?? null
}

/** Returns a conversation as the viewer sees it, even before the first message. */
export async function conversationView(
  deps: Deps,
  { viewer, context, settings }: { viewer: Viewer; context: ConversationContext; settings: PriceSettings },
): Promise<Conversation> {
  const { partnerId, hasLeft, matchedAt } = context
  const isMatch = matchedAt !== null
  const [cards, lastSeen, firstOwn] = await Promise.all([
    cardsByUser(deps, { viewer, userIds: [partnerId], withHidden: true }),
    lastSeenOfMember(deps, { viewer, userId: partnerId }),
    firstOwnSeq(deps.db, { userId: viewer.userId, conversationKey: context.conversationKey }),
  ])
  const card = cards.get(partnerId)
  if (!card) throw new Error(`member ${partnerId} has no profile`)
  return {
    id: context.conversationId,
    profile: { ...card, hasLeft },
    lastSeen,
    readSeq: context.readSeq ?? 0,
    partnerDeliveredSeq: (context.areMarksShown && context.partnerDeliveredSeq) || 0,
    partnerReadSeq: (context.areMarksShown && context.partnerReadSeq) || 0,
    lastSeq: context.lastSeq ?? 0,
    firstOwnSeq: firstOwn,
    prices: {
      text: messagePrice(settings, { kind: 'text' }, { isMatch }),
      photo: messagePrice(settings, { kind: 'photo' }, { isMatch }),
      voice: messagePrice(settings, { kind: 'voice' }, { isMatch }),
      gift: settings.gift_credits,
    },
    coversExplicit: context.coversExplicit,
    matchedAt: matchedAt?.toISOString() ?? null,
    startsLeft: context.isPremium || matchedAt ? null : Math.max(0, FREE_CONVERSATIONS - context.startedCount),
    rejection: rejectionReasonIn(context),
  }
}

type CountsRow = Pick<SideRow, 'unread' | 'totalMessages' | 'totalUnread'>

/** Counts can be below the truth until the nightly check, but are never sent below 0. */
export function countsOf({ unread, totalMessages, totalUnread }: CountsRow): SideCounts {
  return { unread, totals: { messages: Math.max(0, totalMessages), unread_messages: Math.max(0, totalUnread) } }
}

export function sideOf(row: CountsRow & Pick<SideRow, 'userId' | 'partnerProfileId'>): Side {
  return { userId: row.userId, partnerProfileId: row.partnerProfileId, ...countsOf(row) }
}

/** Returns the latest message of a conversation from the list row of either member. */
export function toLast({ lastSeq, lastKind, lastPreview, lastSenderId, lastMessageAt }: SideRow): LastOf {
  const kind = LastMessage.shape.kind.parse(lastKind)
  return { seq: lastSeq, kind, preview: lastPreview, senderId: lastSenderId, sentAt: lastMessageAt.toISOString() }
}

/** Converts rows of the conversation list, in the given order, and adds the partners' cards. */
export async function chatViews(deps: Deps, { viewer, rows }: { viewer: Viewer; rows: ChatRow[] }): Promise<Chat[]> {
  const userIds = rows.map(({ partnerId }) => partnerId)
  const cards = await cardsByUser(deps, { viewer, userIds, withHidden: true })
  return rows.flatMap((row) => {
    const card = cards.get(row.partnerId)
    return card ? [toChat(row, { ...card, hasLeft: row.hasLeft })] : []
  })
}

function toChat(row: ChatRow, profile: ChatPartner): Chat {
  return {
    conversation: { id: row.conversationId },
    profile,
    num_unread_messages: row.unreadCount,
    last_message: {
      seq: row.lastSeq,
      kind: LastMessage.shape.kind.parse(row.lastKind),
      preview: previewOf(row.lastPreview),
      isMine: row.isMine,
      sentAt: row.lastSentAt.toISOString(),
      status: statusOf(row),
    },
  }
}
