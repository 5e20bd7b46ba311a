import { sql } from 'kysely'
import { Email } from '#contract/emails.ts'
import type { Context } from '#server/platform/context.ts'

/** Returns the mails that are queued for an address, oldest first. */
export async function askedMails({ db }: Pick<Context, 'db'>, to: string) {
  const { rows } = await sql<{ email: unknown }>`
    select jobs.payload -> 'email' as email
    from graphile_worker._private_jobs jobs
    join graphile_worker._private_tasks tasks on tasks.id = jobs.task_id
    where tasks.identifier = 'mail.send' and jobs.payload -> 'email' ->> 'to' = ${to}
    order by jobs.id`.execute(db)
  return rows.map(({ email }) => Email.parse(email))
}

/** Returns the token of the link in the last activation mail to an address. */
export async function activationToken(context: Pick<Context, 'db'>, to: string) {
  const mail = (await askedMails(context, to)).findLast(({ template }) => template === 'activation')
  if (mail?.template !== 'activation') throw new Error(`no activation mail to ${to}`)
  return mail.props.url.split('/').at(-1) ?? ''
}
