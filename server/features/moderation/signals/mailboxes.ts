import { sql } from 'kysely'
import type { Context } from '#server/platform/context.ts'
import type { Queryable } from '#server/platform/postgres/tx.ts'
import { mailboxHash, type Match } from './fingerprints.ts'
import { mailboxOf } from './text-rules.ts'

type Secret = Pick<Context, 'config'>

const BATCH = 1000

/** Finds accounts created since then with the mailbox of a banned member. */
export async function findMailboxesOfBanned(
  { config, db }: Pick<Context, 'config' | 'db'>,
  { sinceId }: { sinceId: number },
) {
  const matches: Match[] = []
  let nextId = sinceId
  for (;;) {
    const created = await db
      .selectFrom('users')
      .select(['id', 'emailKey'])
      .where('id', '>=', nextId)
      .orderBy('id')
      .limit(BATCH)
      .execute()
    matches.push(...(await matchMailboxes({ config }, db, created)))
    const last = created.at(-1)
    if (!last || created.length < BATCH) return matches
    nextId = last.id + 1
  }
}

/** Finds bans of members who had the mailbox of an account. */
export async function findBansOfMailbox({ config }: Secret, db: Queryable, userId: number) {
  const accounts = await db.selectFrom('users').select(['id', 'emailKey']).where('id', '=', userId).execute()
  return matchMailboxes({ config }, db, accounts)
}

/** Finds all accounts with the mailbox of a banned member, while that one's exists. Reads all accounts. */
export async function findAccountsOfMailbox(db: Queryable, { caseId }: { caseId: number }): Promise<Match[]> {
  const banned = await db
    .selectFrom('moderationCases as c')
    .innerJoin('users as u', 'u.id', 'c.subjectId')
    .select('u.emailKey')
    .where('c.id', '=', caseId)
    .executeTakeFirst()
  if (!banned) return []
  const mailbox = mailboxOf(banned.emailKey)
  // Google has two domains for one mailbox, and a tag or a dot is never the first character.
  const domain = mailbox.split('@')[1] ?? ''
  const domains = domain === 'gmail.com' ? ['gmail.com', 'googlemail.com'] : [domain]
  const similar = await db
    .selectFrom('users')
    .select(['id', 'emailKey'])
    .where(sql<boolean>`left(email_key, 1) = ${mailbox.slice(0, 1)}`)
    .where(sql<string>`split_part(email_key, '@', 2)`, 'in', domains)
    .execute()
  return similar
    .filter(({ emailKey }) => mailboxOf(emailKey) === mailbox)
    .map(({ id }) => ({ userId: id, trait: 'email', caseId }))
}

async function matchMailboxes({ config }: Secret, db: Queryable, users: { id: number; emailKey: string }[]) {
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
