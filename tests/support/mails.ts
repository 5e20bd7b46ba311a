import { sql, type RawBuilder } from 'kysely'
import { Email } from '#contract/emails.ts'
import type { Context } from '#server/platform/context.ts'
import type { EmailRequest } from '#server/platform/mail/mail.ts'

type Deps = Pick<Context, 'db' | 'mail'>

/** Returns the needed mails that are queued for an address, oldest first, built as if sent now. */
export function askedMails(deps: Deps, to: string) {
  return queuedMails(
    deps,
    sql`exists (
    select from users where users.id = (jobs.payload ->> 'userId')::bigint and users.email = ${to}
  )`,
  )
}

/** Returns the mails queued about a member, oldest first, built as if sent now; without those to no one. */
export function mailsAbout(deps: Deps, { userId }: { userId: number }) {
  return queuedMails(deps, sql`(jobs.payload ->> 'userId')::bigint = ${userId}`)
}

async function queuedMails({ db, mail }: Deps, condition: RawBuilder<unknown>) {
  const { rows } = await sql<{ payload: EmailRequest }>`
    select jobs.payload
    from graphile_worker._private_jobs jobs
    join graphile_worker._private_tasks tasks on tasks.id = jobs.task_id
    where tasks.identifier = 'mail.send' and ${condition}
    order by jobs.id`.execute(db)
  const emails: Email[] = []
  for (const { payload } of rows) {
    const email = await mail.build(payload)
    if (email) emails.push(Email.parse(email))
  }
  return emails
}

/** Returns the token of the link in the last mail about a member that has this template. */
export async function linkToken(context: Deps, { userId, template }: { userId: number; template: Email['template'] }) {
  const email = (await mailsAbout(context, { userId })).findLast((each) => each.template === template)
  if (!email || !('url' in email.props)) throw new Error(`no mail ${template}`)
  return email.props.url.split('/').at(-1) ?? ''
}

/** Returns the token of the link in the last activation mail to an address. */
export async function activationToken(context: Deps, to: string) {
  const mail = (await askedMails(context, to)).findLast(({ template }) => template === 'activation')
  if (mail?.template !== 'activation') throw new Error(`no activation mail to ${to}`)
  return mail.props.url.split('/').at(-1) ?? ''
}

/** Returns the token of the link in the last mail about a deletion to an address. */
export async function restoreToken(context: Deps, to: string) {
  const mail = (await askedMails(context, to)).findLast(({ template }) => template === 'deletion')
  if (mail?.template !== 'deletion') throw new Error(`no mail about a deletion to ${to}`)
  return mail.props.url.split('/').at(-1) ?? ''
}
