import { sql } from 'kysely'
import type { Trait } from '#contract/moderation/cases.ts'
import { keyedHash } from '#server/features/accounts/keyed-hash.ts'
import { isSameImage } from '#server/features/moderation/known-images.ts'
import type { Context } from '#server/platform/context.ts'
import type { Queryable, Tx } from '#server/platform/postgres/tx.ts'
import { mailboxOf } from './text-rules.ts'

type Secret = Pick<Context, 'config'>

/** Returns the hash under which a mailbox is recognised. */
export function mailboxHash({ config }: Secret, email: string) {
  return keyedHash({ config }, `mailbox:${mailboxOf(email)}`)
}

/**
 * Stores what recognises a banned member, which stays when the account is erased: mailbox, phone numbers and
 * bank accounts as keyed hashes, devices by the hashes of their tokens, photos by perceptual hashes.
 */
export async function storeFingerprints(
  { clock, config }: Pick<Context, 'clock' | 'config'>,
  tx: Tx,
  { caseId, userId }: { caseId: number; userId: number },
) {
  const user = await tx.selectFrom('users').select('emailKey').where('id', '=', userId).executeTakeFirst()
  if (!user) return
  await addFingerprints({ clock }, tx, caseId, [
    { trait: 'email', hash: mailboxHash({ config }, user.emailKey) },
    ...(await marksOf(tx, userId)),
  ])
}

interface Mark {
  trait: Trait
  hash: string
}

/** Codes by SMS are deleted after a day, mandates have the numbers for good. */
async function marksOf(tx: Tx, userId: number) {
  const { rows } = await sql<Mark>`
    select 'phone' as trait, encode(phone_hash, 'hex') as hash from sms_codes where user_id = ${userId}
    union
    select 'phone', encode(phone_hash, 'hex') from mandates where user_id = ${userId} and phone_hash is not null
    union
    select 'bank_account', encode(iban_hash, 'hex') from mandates where user_id = ${userId}
    union
    select 'device', encode(token_hash, 'hex') from devices where user_id = ${userId}
    union
    select 'photo', fingerprint::text from photos where user_id = ${userId} and fingerprint is not null`.execute(tx)
  return rows
}

async function addFingerprints({ clock }: Pick<Context, 'clock'>, tx: Tx, caseId: number, marks: Mark[]) {
  const createdAt = clock.now()
  await tx
    .insertInto('moderationFingerprints')
    .values(marks.map((mark) => ({ ...mark, caseId, createdAt })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Follows a device that a banned member used to its next token. */
export async function renameMarkedDevice(tx: Tx, { from, to }: { from: Buffer; to: Buffer }) {
  await tx
    .updateTable('moderationFingerprints')
    .set({ hash: to.toString('hex') })
    .where('trait', '=', 'device')
    .where('hash', '=', from.toString('hex'))
    .execute()
}

export interface Match {
  userId: number
  trait: Trait
  /** The case that banned the other member. */
  caseId: number
}

/** Finds accounts that since then used a phone, a bank account or a device of a banned member. */
export async function findRecentMatches(
  db: Queryable,
  { since, sinceId }: { since: Date; sinceId: number },
): Promise<Match[]> {
  const { rows } = await sql<Match>`
    select s.user_id, f.trait, f.case_id
    from sms_codes s join moderation_fingerprints f on f.trait = 'phone' and f.hash = encode(s.phone_hash, 'hex')
    where s.created_at > ${since}
    union
    select m.user_id, f.trait, f.case_id
    from mandates m join moderation_fingerprints f on f.trait = 'phone' and f.hash = encode(m.phone_hash, 'hex')
    where m.id >= ${sinceId}
    union
    select m.user_id, f.trait, f.case_id
    from mandates m join moderation_fingerprints f on f.trait = 'bank_account' and f.hash = encode(m.iban_hash, 'hex')
    where m.id >= ${sinceId}
    union
    select d.user_id, f.trait, f.case_id
    from devices d join moderation_fingerprints f on f.trait = 'device' and f.hash = encode(d.token_hash, 'hex')
    where d.used_at > ${since}`.execute(db)
  return rows
}

/** Finds all accounts with a phone, a bank account, a device or a photo of one ban. Reads all photos. */
export async function findMatchesOfBan(db: Queryable, caseId: number): Promise<Match[]> {
  const { rows } = await sql<Match>`
    with marks as materialized (
      select trait, hash, case_id from moderation_fingerprints where case_id = ${caseId}
    ),
    tokens as materialized (
      select trait, case_id, decode(hash, 'hex') as hash from marks where trait in ('phone', 'bank_account', 'device')
    )
    select s.user_id, t.trait, t.case_id from tokens t join sms_codes s on t.trait = 'phone' and s.phone_hash = t.hash
    union
    select m.user_id, t.trait, t.case_id from tokens t join mandates m on t.trait = 'phone' and m.phone_hash = t.hash
    union
    select m.user_id, t.trait, t.case_id
    from tokens t join mandates m on t.trait = 'bank_account' and m.iban_hash = t.hash
    union
    select d.user_id, t.trait, t.case_id from tokens t join devices d on t.trait = 'device' and d.token_hash = t.hash
    union
    select p.user_id, k.trait, k.case_id
    from marks k join photos p on k.trait = 'photo' and ${isSameImage('p.fingerprint', sql`k.hash`)}`.execute(db)
  return rows
}
