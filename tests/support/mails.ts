import { sql } from 'kysely'
import { Email } from '#contract/emails.ts'
import type { Context } from '#server/platform/context.ts'
import type { EmailRequest } from '#server/platform/mail/mail.ts'

type Deps = Pick<Context, 'db' | 'mail'>

/** Returns the needed mails that are queued for an address, oldest first, built as if sent now. */
export async function askedMails({ db, mail }: Deps, to: string) {
  const { rows } = await sql<{ payload: EmailRequest }>`
    select jobs.payload
    from graphile_worker._private_jobs jobs
    join graphile_worker._private_tasks tasks on tasks.id = jobs.task_id
    join users on users.id = (jobs.payload ->> 'userId')::bigint
    where tasks.identifier = 'mail.send'
      and users.email = ${to}
    order by jobs.id`.execute(db)
  const emails: Email[] = []
  for (const { payload } of rows) {
    const email = await mail.build(payload)
    if (email) emails.push(Email.parse(email))
  }
  return emails
}

/** Returns the mails queued about a member, oldest first, built as if sent now; without those to no one. */
export async function mailsAbout({ db, mail }: Deps, { userId }: { userId: number }) {
  const { rows } = await sql<{ payload: EmailRequest }>`
    select jobs.payload
    from graphile_worker._private_jobs jobs
    join graphile_worker._private_tasks tasks on tasks.id = jobs.task_id
    where tasks.identifier = 'mail.send'
      and (jobs.payload ->> 'userId')::bigint = ${userId}
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
