import { sql } from 'kysely'
import type { EmailKind } from '#contract/accounts/notification-kinds.ts'
import type { NoticeKind, SkipReason } from '#contract/notifications/notice-kinds.ts'
import { MINUTE } from '#contract/time.ts'
import { prepared } from '#server/platform/postgres/db.ts'
import type { Queryable, Tx } from '#server/platform/postgres/tx.ts'
import { LONGEST_RETRY_MS } from '#server/features/notifications/rules.ts'

/** A mail that this process sends now. */
export interface ClaimedMail {
  id: number
  userId: number
  kind: EmailKind
  key: string | null
  about: unknown
  domain: string
  attempts: number
  createdAt: Date
}

interface NewMail {
  id: number
  userId: number
  kind: EmailKind
  domain: string
  createdAt: Date
}

export async function insertMail(tx: Tx, mail: NewMail) {
  await tx
    .insertInto('noticeMails')
    .values({ ...mail, state: 'queued', runAt: mail.createdAt })
    .execute()
}

export async function deleteMail(tx: Tx, id: number) {
  await tx.deleteFrom('noticeMails').where('id', '=', id).execute()
}

/** Inserts mails that a member gets once, by their keys. Returns the keys of the members who get one. */
export async function insertOnce(tx: Tx, mails: readonly (NewMail & { key: string; about: object })[]) {
  if (mails.length === 0) return []
  const rows = await tx
    .insertInto('noticeMails')
    .values(
      mails.map((mail) => ({ ...mail, about: JSON.stringify(mail.about), state: 'queued', runAt: mail.createdAt })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .returning('userId')
    .execute()
  return rows.map(({ userId }) => userId)
}

const claim = prepared<ClaimedMail>(
  'notice_mail_claim',
  `update notice_mails
  set state = 'sending', attempts = attempts + 1, run_at = $1
  where id = (
    select id
    from notice_mails
    where state = 'queued' and run_at <= $1
    order by run_at, id
    limit 1
    for update skip locked
  )
  returning id, user_id, kind, key, about, domain, attempts, created_at`,
)

/**
 * Takes the longest waiting mail for this process. Its state is stored before it is sent: one whose process
 * dies is never sent by another.
 */
export async function claimMail(db: Queryable, { now }: { now: Date }) {
  const [mail] = await claim(db, [now])
  return mail
}

/** Stores that a mail waits again. Not counted as an attempt unless the mail server was asked. */
export async function requeue(db: Queryable, { id, at, isAttempt }: { id: number; at: Date; isAttempt: boolean }) {
  await db
    .updateTable('noticeMails')
    .set((eb) => ({ state: 'queued', runAt: at, attempts: isAttempt ? eb.ref('attempts') : eb('attempts', '-', 1) }))
    .where('id', '=', id)
    .where('state', '=', 'sending')
    .execute()
}

interface Ended {
  id: number
  state: 'sent' | 'skipped' | 'failed' | 'unknown'
  reason: SkipReason | null
  at: Date
}

const end = prepared<never>(
  'notice_mail_end',
  `with ended as (
    update notice_mails
    set state = $2, reason = $3, ended_at = $4
    where id = $1 and state = 'sending'
    returning id, state, reason
  )
  update notice_log l
  set reason = ended.reason
  from ended
  where l.mail_id = ended.id and l.reason is null and ended.state in ('skipped', 'failed')`,
)

/** Stores what became of a mail, and why it was not sent, also for the notices in it. */
export async function endMail(db: Queryable, { id, state, reason, at }: Ended) {
  await end(db, [id, state, reason, at])
}

/** Lets all mails to a domain wait, in their order. */
export async function postponeDomain(db: Queryable, { domain, at }: { domain: string; at: Date }) {
  await db
    .updateTable('noticeMails')
    .set({ runAt: at })
    .where('state', '=', 'queued')
    .where('domain', '=', domain)
    .where('runAt', '<', at)
    .execute()
}

/** Ends the mails whose process died while it sent them: no one knows whether they were sent. */
export async function endInterrupted(db: Queryable, { before, at }: { before: Date; at: Date }) {
  const rows = await db
    .updateTable('noticeMails')
    .set({ state: 'unknown', reason: 'interrupted', endedAt: at })
    .where('state', '=', 'sending')
    .where('runAt', '<', before)
    .returning('id')
    .execute()
  return rows.length
}

/** Returns the notices in a mail. Those about erased members have none. */
export async function noticesIn(db: Queryable, mailId: number) {
  const rows = await db
    .selectFrom('noticeLog')
    .select(['userId', 'kind', 'otherId', 'seq'])
    .where('mailId', '=', mailId)
    .where('reason', 'is', null)
    .orderBy('id')
    .execute()
  // The log of mails about notices has no other kinds.
  return rows.flatMap(({ otherId, kind, ...row }) =>
    otherId === null ? [] : [{ ...row, otherId, kind: kind as NoticeKind }],
  )
}

/** Stores why single notices of a mail are not in it. */
export async function skipNotices(
  db: Queryable,
  { mailId, skipped }: { mailId: number; skipped: readonly { kind: string; otherId: number; reason: SkipReason }[] },
) {
  for (const { kind, otherId, reason } of skipped)
    await db
      .updateTable('noticeLog')
      .set({ reason })
      .where((eb) => eb.and({ mailId, kind, otherId }))
      .where('reason', 'is', null)
      .execute()
}

/** Mails to a domain that has had enough wait so long. */
const DOMAIN_WAIT_MS = MINUTE

/**
 * Counts the mails before which a new one would be sent later: those that are due, wait for their domain, or
 * are tried again as soon as the mail server may take them. Not those that wait for their members: for the
 * day's limit, the end of quiet hours, or until a member is away.
 */
export async function countQueued(db: Queryable, { now, limit }: { now: Date; limit: number }) {
  const soon = new Date(now.getTime() + DOMAIN_WAIT_MS)
  // One that was tried and has to wait for longer waits for its member.
  const retried = new Date(now.getTime() + LONGEST_RETRY_MS)
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n
    from (
      select from notice_mails
      where state = 'queued' and (run_at <= ${soon} or (attempts > 0 and run_at <= ${retried}))
      limit ${limit}
    ) as queued`.execute(db)
  return rows[0]?.n ?? 0
}

export interface Address {
  bounces: number
  bouncedAt: Date | null
  complainedAt: Date | null
}

const addresses = prepared<Address>(
  'notice_address',
  `select bounces, bounced_at, complained_at from mail_addresses where address_hash = $1`,
)

/** Returns what is known of an address by its hash. */
export async function findAddress(db: Queryable, hash: Buffer) {
  const [address] = await addresses(db, [hash])
  return address
}
