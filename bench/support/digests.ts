import { setTimeout as sleep } from 'node:timers/promises'
import type { AppContext } from '#server/context.ts'
import { queueRegularMails } from '#server/features/notifications/mails/regular-mails.ts'
import { sendMails } from '#server/features/notifications/mails/send-mails.ts'
import type { BenchDatabase } from './database.ts'

/** Lifts the limit of mails to a domain: generated members have few. */
export const digestEnvironment = { MAILS_PER_DOMAIN_MINUTE: '1000000000' }
/** And that of mails in a second, where their processor time is measured. */
export const unpacedEnvironment = { ...digestEnvironment, MAILS_PER_SECOND: '1000000000' }

/** Gives every member something that is new. */
export async function fillMembers({ admin }: BenchDatabase) {
  await admin.query(`
    insert into notice_members (user_id, digest_at, reminder_at)
    select id, 'infinity', 'infinity' from users
    on conflict (user_id) do update set reminder_at = 'infinity'`)
  await admin.query(`
    insert into like_counts (user_id, new_likes) select id, 1 from users
    on conflict (user_id) do update set new_likes = 1`)
}

/** Ends the week of all members. */
export async function makeDue({ admin }: BenchDatabase) {
  await admin.query('truncate notice_log, notice_mails')
  await admin.query(`update notice_members set digest_at = now() - interval '1 hour'`)
  await admin.query('vacuum analyze notice_members, notice_mails')
  await admin.query('checkpoint')
}

/** Does the work of the jobs of weekly mails here. Mails are rendered, and given to no mail server. */
export function digestsOn(context: AppContext) {
  let mails = 0
  let mostBytes = 0
  context.mail.deliver = async () => {
    mails += 1
    return { type: 'sent' }
  }

  /** Does one after the other until the time is over, or nothing is left. */
  async function run(seconds: number) {
    mails = 0
    const before = process.cpuUsage()
    const signal = AbortSignal.timeout(seconds * 1000)
    let lastCount = -1
    while (!signal.aborted && mails > lastCount) {
      lastCount = mails
      const queued = new AbortController()
      const queueing = queueRegularMails(context, signal).finally(() => queued.abort())
      do {
        await sendMails(context, signal)
        await sleep(20)
      } while (!queued.signal.aborted && !signal.aborted)
      await queueing
      mostBytes = Math.max(mostBytes, process.memoryUsage().rss)
    }
    const { user, system } = process.cpuUsage(before)
    return { mails, cpuSeconds: (user + system) / 1e6 }
  }

  return { run, mostMegabytes: () => mostBytes / 1024 / 1024 }
}
