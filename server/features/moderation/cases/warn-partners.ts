import { sql } from 'kysely'
import type { Email } from '#contract/emails.ts'
import type { AppContext } from '#server/context.ts'
import { mailEnvelope } from '#server/features/settings/views.ts'
import { isActiveText } from '#server/features/accounts/fragments.ts'
import type { Context } from '#server/platform/context.ts'
import type { EmailRequest } from '#server/platform/mail/mail.ts'

/** Members who are informed in one transaction. */
const BATCH = 200

/**
 * Mails everyone who exchanged messages with a member that was banned for fraud, each once, also when the job
 * runs again. Nothing is sent once the ban is reversed.
 * Source: MOD-26.
 */
export async function warnPartnersOf(
  { db, transaction, clock, mail }: Pick<Context, 'db' | 'transaction' | 'clock' | 'mail'>,
  { caseId, signal }: { caseId: number; signal: AbortSignal },
) {
  const ban = await db
    .selectFrom('moderationCases')
    .select('subjectId')
    .where('id', '=', caseId)
    .where('reversedAt', 'is', null)
    .executeTakeFirst()
  if (!ban?.subjectId) return
  const { subjectId } = ban
  for (;;) {
    signal.throwIfAborted()
    const informed = await transaction(async (tx) => {
      const { rows } = await sql<{ userId: number }>`
        insert into moderation_warnings (case_id, user_id, created_at)
        select ${caseId}, partner.id, ${clock.now()}
        from conversation_members m
        join users partner on partner.id = m.partner_id
        where m.user_id = ${subjectId}
          and ${sql.raw(isActiveText('partner'))} and partner.confirmed_at is not null
          and exists (
            select from messages t where t.conversation_id = m.conversation_id and t.kind <> 'system'
          )
          and not exists (
            select from moderation_warnings w where w.case_id = ${caseId} and w.user_id = partner.id
          )
        order by partner.id
        limit ${BATCH}
        on conflict do nothing
        returning user_id`.execute(tx)
      for (const { userId } of rows)
        await mail.send(tx, { template: 'fraudWarning', userId, about: { caseId: String(caseId) } })
      return rows.length
    })
    if (informed < BATCH) return
  }
}

/** Builds the warning when it is sent; null for a member who left, or once the ban is reversed. */
export async function buildFraudWarning(
  context: Pick<AppContext, 'config' | 'db' | 'sites'>,
  { userId, about }: EmailRequest,
): Promise<Email | null> {
  const row = await context.db
    .selectFrom('moderationCases as c')
    .innerJoin('profiles as banned', 'banned.userId', 'c.subjectId')
    .innerJoin('users', (join) => join.on('users.id', '=', userId))
    .innerJoin('profiles as partner', 'partner.userId', 'users.id')
    .select(['users.siteId', 'users.email', 'users.language', 'partner.name', 'banned.name as memberName'])
    .where('c.id', '=', Number(about['caseId']))
    .where('c.reversedAt', 'is', null)
    .where(sql.raw<boolean>(isActiveText('users')))
    .executeTakeFirst()
  if (!row) return null
  const envelope = mailEnvelope(context, row)
  const { name, memberName } = row
  return { template: 'fraudWarning', ...envelope, props: { name, memberName, url: `${envelope.site.url}/safety-tips` } }
}
