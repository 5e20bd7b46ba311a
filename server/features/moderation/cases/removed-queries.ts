import { sql } from 'kysely'
import type { ProfileAnswer } from '#contract/profiles/schemas.ts'
import type { CaseContent } from '#server/features/moderation/rules.ts'
import type { Tx } from '#server/platform/postgres/tx.ts'

type TextContent = Exclude<CaseContent, { type: 'photo' }>

/** A text that a decision removed, as it was then. */
interface RemovedText {
  text: string | null
  answers: readonly ProfileAnswer[]
}

interface Owned<Content> {
  subjectId: number
  content: Content
}

/** Returns the text of a profile or message, which stays as it is until the transaction ends. */
export async function lockText(tx: Tx, { subjectId, content }: Owned<TextContent>): Promise<RemovedText> {
  if (content.type === 'profile_text') {
    const profile = await tx
      .selectFrom('profiles')
      .select(['about as text', 'answers'])
      .where('userId', '=', subjectId)
      .$narrowType<{ answers: ProfileAnswer[] }>()
      .forUpdate()
      .executeTakeFirst()
    return profile ?? { text: null, answers: [] }
  }
  const { conversationKey, seq } = content
  // First the conversation, as everything that changes a message.
  await tx.selectFrom('conversations').select('id').where('id', '=', conversationKey).forNoKeyUpdate().execute()
  const message = await tx
    .selectFrom('messages')
    .select('body')
    .where('conversationId', '=', conversationKey)
    .where('seq', '=', seq)
    .where('senderId', '=', subjectId)
    .where('kind', 'not in', ['deleted', 'system'])
    .executeTakeFirst()
  return { text: message?.body ?? null, answers: [] }
}

/** Returns the text that another decision in force removed from the same message. */
export async function removedBefore(tx: Tx, { subjectId, content, except }: Owned<TextContent> & { except: number }) {
  const row = await tx
    .selectFrom('moderationEvidence as e')
    .innerJoin('moderationCases as c', 'c.id', 'e.caseId')
    .select(sql<string>`e.data ->> 'text'`.as('text'))
    .where('e.kind', '=', 'removed')
    .where(sql<boolean>`e.data ->> 'text' is not null`)
    .where('c.subjectId', '=', subjectId)
    .where(sql<boolean>`c.content = ${JSON.stringify(content)}::jsonb`)
    .where('c.reversedAt', 'is', null)
    .where('c.id', '!=', except)
    .orderBy('e.id', 'desc')
    .executeTakeFirst()
  return row?.text ?? null
}

/**
 * Returns what the decision of a case removed, for its restoration. A text that its member had removed before
 * is none of it.
 */
export async function removedText(tx: Tx, { caseId, content }: { caseId: number; content: CaseContent }) {
  if (content.type === 'photo') return { text: null, answers: [] }
  const removed = await tx
    .selectFrom('moderationEvidence')
    .select(sql<RemovedText>`data`.as('data'))
    .where('caseId', '=', caseId)
    .where('kind', '=', 'removed')
    .executeTakeFirst()
  return removed?.data ?? reportedText(tx, { caseId, content })
}

/** Returns the copy of what was reported: all that decisions have that were made before these were stored. */
async function reportedText(
  tx: Tx,
  { caseId, content }: { caseId: number; content: TextContent },
): Promise<RemovedText> {
  if (content.type === 'message') {
    const report = await tx
      .selectFrom('reports')
      .select(sql<string | null>`message_copy ->> 'body'`.as('text'))
      .where('caseId', '=', caseId)
      .where('messageCopy', 'is not', null)
      .executeTakeFirst()
    return { text: report?.text ?? null, answers: [] }
  }
  const profile = await tx
    .selectFrom('moderationEvidence')
    .select(sql<string | null>`data ->> 'about'`.as('text'))
    .select(sql<ProfileAnswer[] | null>`data -> 'answers'`.as('answers'))
    .where('caseId', '=', caseId)
    .where('kind', '=', 'profile')
    .orderBy('id', 'desc')
    .executeTakeFirst()
  return { text: profile?.text ?? null, answers: profile?.answers ?? [] }
}
