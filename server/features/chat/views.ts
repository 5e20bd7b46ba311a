import type { Chat, ChatPartner, Conversation, Message } from '#contract/chat.ts'
import { cardsByUser } from '#server/features/profiles/views.ts'
import type { Context } from '#server/platform/context.ts'
import type { Viewer } from '#server/features/accounts/views.ts'
import type { ConversationContext } from './context-query.ts'
import type { ChatRow, MessageRow } from './queries.ts'
import { rejectionReason } from './rules.ts'

type Deps = Pick<Context, 'db' | 'clock'>

interface Sides {
  conversationId: string
  viewer: Pick<Viewer, 'userId' | 'profileId'>
  partnerProfileId: string
}

export function toMessage(row: MessageRow, { conversationId, viewer, partnerProfileId }: Sides): Message {
  const { seq, clientId, senderId, body, sentAt } = row
  return {
    conversationId,
    seq,
    clientId,
    senderId: senderId === viewer.userId ? viewer.profileId : partnerProfileId,
    kind: 'text',
    body,
    sentAt: sentAt.toISOString(),
  }
}

/** Returns a conversation as the viewer sees it, even before the first message. `messageCredits`: a message's price. */
export async function conversationView(
  deps: Deps,
  { viewer, context, messageCredits }: { viewer: Viewer; context: ConversationContext; messageCredits: number },
): Promise<Conversation> {
  const { partnerId, hasLeft } = context
  const cards = await cardsByUser(deps, { viewer, userIds: [partnerId], withHidden: true })
  const card = cards.get(partnerId)
  if (!card) throw new Error(`member ${partnerId} has no profile`)
  return {
    id: context.conversationId,
    profile: { ...card, hasLeft },
    readSeq: context.readSeq ?? 0,
    partnerReadSeq: context.partnerReadSeq ?? 0,
    lastSeq: context.lastSeq ?? 0,
    messageCredits,
    rejection: rejectionReasonIn(context),
  }
}

/** Returns why the member cannot write to the partner now, or null. */
export function rejectionReasonIn(context: ConversationContext) {
  return rejectionReason({
    ...context,
    isBlocked: context.isBlockedByMe || context.isBlockedByThem,
    hasConversation: context.conversationId !== null,
  })
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
      kind: 'text',
      preview: row.lastPreview,
      isMine: row.isMine,
      sentAt: row.lastMessageAt.toISOString(),
    },
  }
}
