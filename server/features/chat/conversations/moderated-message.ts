import { conversationsChanged } from '#server/features/chat/events.ts'
import type { CaseContent } from '#server/features/moderation/rules.ts'
import { clearUpload } from '#server/features/chat/upload-files.ts'
import type { Context } from '#server/platform/context.ts'
import { emit } from '#server/platform/postgres/db.ts'
import type { Tx } from '#server/platform/postgres/tx.ts'
import { previewOf } from '#server/features/chat/rules.ts'
import { countAgain, eraseMessage, lockConversation } from './change-queries.ts'

interface Moderated {
  userId: number
  content: CaseContent
}

/** Removes the content of a message for both members, as an operator decided (MOD-21). */
export async function removeMessage({ jobs }: Pick<Context, 'jobs'>, tx: Tx, { userId, content }: Moderated) {
  if (content.type !== 'message') return
  const { conversationKey, seq } = content
  await lockConversation(tx, conversationKey)
  const own = tx.selectFrom('messages').select('kind').where('conversationId', '=', conversationKey)
  const message = await own.where('seq', '=', seq).where('senderId', '=', userId).executeTakeFirst()
  // The sender or the end of the history may have been quicker.
  if (!message || message.kind === 'deleted' || message.kind === 'system') return
  const storageKey = await eraseMessage(tx, { conversationKey, seq })
  if (storageKey !== null) await clearUpload({ jobs }, tx, storageKey)
  await emitChange(tx, conversationKey)
}

/**
 * Brings the text of a message back that a decision removed; null if its sender was quicker. Photos and gifts
 * are not brought back: their files are gone.
 */
export async function restoreMessage(tx: Tx, { userId, content, text }: Moderated & { text: string | null }) {
  if (content.type !== 'message' || !text) return
  const { conversationKey, seq } = content
  await lockConversation(tx, conversationKey)
  const restored = await tx
    .updateTable('messages')
    .set({ kind: 'text', body: text })
    .where('conversationId', '=', conversationKey)
    .where('seq', '=', seq)
    .where('senderId', '=', userId)
    .where('kind', '=', 'deleted')
    .returning('seq')
    .executeTakeFirst()
  if (!restored) return
  await countAgain(tx, { conversationKey, seq, senderId: userId })
  await tx
    .updateTable('conversationMembers')
    .set({ lastKind: 'text', lastPreview: previewOf(text) })
    .where('conversationId', '=', conversationKey)
    .where('lastSeq', '=', seq)
    .execute()
  await emitChange(tx, conversationKey)
}

async function emitChange(tx: Tx, conversationKey: number) {
  const row = await tx
    .selectFrom('conversations')
    .select(['lowId', 'highId'])
    .where('id', '=', conversationKey)
    .executeTakeFirst()
  if (row) await emit(tx, conversationsChanged, { userIds: [row.lowId, row.highId] })
}
