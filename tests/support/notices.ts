import { DAY, HOUR, MINUTE } from '#contract/time.ts'
import { queueRegular, sendNoticeMails, settleOverdue } from '#server/features/notifications/job-kinds.ts'
import type { DefinedJob } from '#server/platform/jobs/jobs.ts'
import { buildMember, type Member } from './builders.ts'
import type { TestApp } from './site/app.ts'

/** Longer than the wait of `NOTICE_MAIL_WAIT_SECONDS`, in which a member is online no more. */
export const WAIT_MS = 20 * MINUTE

/** What the tests of notices do. Members are built with credits, and were last seen a day ago. */
export function noticesOn(site: TestApp) {
  const { context, clock } = site
  const { db, events, jobs } = context

  async function away(input: Parameters<typeof buildMember>[1] = {}, ms = DAY) {
    const member = await buildMember(context, { credits: 100, ...input })
    await setActive(member, ms)
    return member
  }

  async function setActive({ userId }: Pick<Member, 'userId'>, msAgo: number) {
    const lastActiveAt = new Date(clock.now().getTime() - msAgo)
    await db.updateTable('profileSearch').set({ lastActiveAt }).where('userId', '=', userId).execute()
  }

  async function run(...kinds: DefinedJob[]) {
    await events.drain()
    for (const kind of kinds) {
      await jobs.enqueue(db, kind, {})
      await jobs.runDue()
    }
  }
  const settle = () => run(settleOverdue)
  const send = () => run(sendNoticeMails)

  /** Lets the wait of the mails pass, and sends them. */
  async function deliver(ms = WAIT_MS) {
    await events.drain()
    clock.advance(ms)
    await settle()
    await send()
  }
  /** Queues what is regular, and sends it. */
  async function deliverRegular() {
    await run(queueRegular)
    await send()
  }

  /** Returns the optional mails to a member in the outbox, oldest first. */
  async function inbox({ email }: Pick<Member, 'email'>) {
    const mails = (await context.mail.outbox?.list(1000)) ?? []
    return mails.filter(({ id, to }) => id.startsWith('notice-') && to === email).toReversed()
  }

  async function states({ userId }: Pick<Member, 'userId'>) {
    const rows = await db
      .selectFrom('noticeMails')
      .select(['kind', 'state', 'reason'])
      .where('userId', '=', userId)
      .orderBy('id')
      .execute()
    return rows.map(({ kind, state, reason }) => [kind, state, ...(reason ? [reason] : [])].join(' '))
  }

  /** Returns why mails were not sent, oldest first. */
  async function reasons({ userId }: Pick<Member, 'userId'>) {
    const rows = await db
      .selectFrom('noticeLog')
      .select(['kind', 'reason'])
      .where('userId', '=', userId)
      .where('channel', '=', 'mail')
      .where('reason', 'is not', null)
      .orderBy('id')
      .execute()
    return rows.map(({ kind, reason }) => `${kind} ${reason}`)
  }

  async function disable({ userId }: Pick<Member, 'userId'>, disabled: string[]) {
    await db.updateTable('users').set({ notificationsDisabled: disabled }).where('id', '=', userId).execute()
  }

  async function choose({ userId }: Pick<Member, 'userId'>, choice: object) {
    await db.updateTable('noticeMembers').set(choice).where('userId', '=', userId).execute()
  }

  /** The clock stands at a time of day, in UTC. */
  function advanceTo(hour: number) {
    const now = clock.now()
    const ms = (hour - now.getUTCHours()) * HOUR - now.getUTCMinutes() * MINUTE
    clock.advance(ms <= 0 ? ms + DAY : ms)
  }

  return {
    away,
    setActive,
    run,
    settle,
    send,
    deliver,
    deliverRegular,
    inbox,
    states,
    reasons,
    disable,
    choose,
    advanceTo,
  }
}
