import { sql } from 'kysely'
import type { Trait } from '#contract/moderation/cases.ts'
import { keyedHash } from '#server/features/accounts/keyed-hash.ts'
import type { Context } from '#server/platform/context.ts'
import type { Queryable, Tx } from '#server/platform/postgres/tx.ts'
import { mailboxOf } from './text-rules.ts'

type Secret = Pick<Context, 'config'>

/** Returns the hash under which a mailbox is recognised. */
function mailboxHash({ config }: Secret, email: string) {
  return keyedHash({ config }, `mailbox:${mailboxOf(email)}`)
}

/**
 * Stores what recognises a banned member: mailbox, phone numbers and bank accounts, as keyed hashes that stay
 * when the account is erased. Devices are compared by the tokens of the accounts, which change.
 */
export async function storeFingerprints(
  { clock, config }: Pick<Context, 'clock' | 'config'>,
  tx: Tx,
  { caseId, userId }: { caseId: number; userId: number },
) {
  const user = await tx.selectFrom('users').select('emailKey').where('id', '=', userId).executeTakeFirst()
  if (!user) return
  const phones = await tx.selectFrom('smsCodes').select('phoneHash').distinct().where('userId', '=', userId).execute()
  const accounts = await tx.selectFrom('mandates').select('ibanHash').distinct().where('userId', '=', userId).execute()
  const marks: { trait: Trait; hash: string }[] = [
    { trait: 'email', hash: mailboxHash({ config }, user.emailKey) },
    ...phones.map(({ phoneHash }) => ({ trait: 'phone' as const, hash: phoneHash.toString('hex') })),
    ...accounts.map(({ ibanHash }) => ({ trait: 'bank_account' as const, hash: ibanHash.toString('hex') })),
  ]
  for (const mark of marks) await addFingerprint({ clock }, tx, { caseId, ...mark })
}

/** Adds one mark of a banned member. */
async function addFingerprint(
  { clock }: Pick<Context, 'clock'>,
  tx: Tx,
  mark: { caseId: number; trait: Trait; hash: string },
) {
  await tx
    .insertInto('moderationFingerprints')
    .values({ ...mark, createdAt: clock.now() })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

interface Match {
  userId: number
  trait: Trait
  /** The case that banned the other member. */
  caseId: number
}

/** Finds accounts that since then used a phone, a bank account or a device of a banned member. */
export async function findUsersOfFingerprints(
  db: Queryable,
  { since, sinceId }: { since: Date; sinceId: number },
): Promise<Match[]> {
  const { rows } = await sql<Match>`
    select s.user_id, 'phone' as trait, f.case_id
    from sms_codes s join moderation_fingerprints f on f.trait = 'phone' and f.hash = encode(s.phone_hash, 'hex')
    where s.created_at > ${since}
    union
    select m.user_id, 'bank_account', f.case_id
    from mandates m join moderation_fingerprints f on f.trait = 'bank_account' and f.hash = encode(m.iban_hash, 'hex')
    where m.id >= ${sinceId}
    union
    select mine.user_id, 'device', c.id
    from devices mine
    join devices theirs on theirs.token_hash = mine.token_hash and theirs.user_id <> mine.user_id
    join moderation_cases c on c.subject_id = theirs.user_id and c.decision = 'ban' and c.reversed_at is null
    where mine.used_at > ${since}`.execute(db)
  return rows
}

/** Finds accounts created since then with the mailbox of a banned member. */
export async function findMailboxesOfBanned(
  { config, db }: Pick<Context, 'config' | 'db'>,
  { sinceId }: { sinceId: number },
) {
  const created = await db.selectFrom('users').select(['id', 'emailKey']).where('id', '>=', sinceId).execute()
  return matchMailboxes({ config }, db, created)
}

/** Finds bans of members who had the mailbox of an account. */
export async function findBansOfMailbox({ config }: Secret, db: Queryable, userId: number) {
  return matchMailboxes(
    { config },
    db,
    await db.selectFrom('users').select(['id', 'emailKey']).where('id', '=', userId).execute(),
  )
}

async function matchMailboxes({ config }: Secret, db: Queryable, users: { id: number; emailKey: string }[]) {
  // Several accounts can have one mailbox, by different spellings.
  const byHash = Map.groupBy(users, ({ emailKey }) => mailboxHash({ config }, emailKey))
  if (byHash.size === 0) return []
  const marks = await db
    .selectFrom('moderationFingerprints')
    .select(['hash', 'caseId'])
    .where('trait', '=', 'email')
    .where('hash', 'in', [...byHash.keys()])
    .execute()
  return marks.flatMap(({ hash, caseId }) =>
    (byHash.get(hash) ?? []).map(({ id }): Match => ({ userId: id, trait: 'email', caseId })),
  )
}
