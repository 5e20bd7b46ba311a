import { sql } from 'kysely'
import type { Queryable, Tx } from '#server/platform/postgres/tx.ts'

export async function lockByReference(tx: Tx, reference: string) {
  return tx
    .selectFrom('moderationCases')
    .select(['id', 'status', 'claimedBy', 'claimedUntil', 'excludedActor'])
    .where('reference', '=', reference)
    .forUpdate()
    .executeTakeFirst()
}

interface Next {
  actorId: string
  kind: string | null
  now: Date
  skippedSince: Date
}

/** Locks the first case that no one works on; one that another transaction is just taking is passed over. */
export async function lockNextCase(tx: Tx, next: Next) {
  const { rows } = await sql<{ id: number; reference: string }>`
    select id, reference ${nextCase(next)}
    limit 1
    for update skip locked`.execute(tx)
  return rows[0] ?? null
}

/** Finds which case an operator would get next, after one that is not decided yet. */
export async function findNextCase(db: Queryable, { after, ...next }: Next & { after: number }) {
  const { rows } = await sql<{ reference: string }>`
    select reference ${nextCase(next, sql`and c.id <> ${after}`)}
    limit 1`.execute(db)
  return rows[0]?.reference ?? null
}

/** Open cases that an operator can take, without those skipped lately, in the order of the queue. */
function nextCase({ actorId, kind, now, skippedSince }: Next, also = sql``) {
  return sql`
    from moderation_cases c
    where status = 'open'
      ${kind === null ? sql`` : sql`and kind = ${kind}`}
      and (claimed_by is null or claimed_by = ${actorId} or claimed_until <= ${now})
      and excluded_actor is distinct from ${actorId}
      and not exists (
        select from moderation_events e
        where e.case_id = c.id and e.type = 'skipped' and e.actor_id = ${actorId} and e.at > ${skippedSince}
      )
      ${also}
    order by priority desc, opened_at, id`
}

/** Saves a claim. `isNew`: the operator did not have the case already. */
export async function saveClaim(
  tx: Tx,
  { caseId, actorId, at, until }: { caseId: number; actorId: string; at: Date; until: Date },
) {
  const before = await tx
    .selectFrom('moderationCases')
    .select(['claimedBy', 'claimedUntil'])
    .where('id', '=', caseId)
    .executeTakeFirstOrThrow()
  await tx
    .updateTable('moderationCases')
    .set({ claimedBy: actorId, claimedUntil: until, firstClaimedAt: sql`coalesce(first_claimed_at, ${at})` })
    .where('id', '=', caseId)
    .execute()
  return { isNew: before.claimedBy !== actorId || before.claimedUntil === null || before.claimedUntil <= at }
}

export async function endClaim(tx: Tx, caseId: number) {
  await tx
    .updateTable('moderationCases')
    .set({ claimedBy: null, claimedUntil: null })
    .where('id', '=', caseId)
    .execute()
}
