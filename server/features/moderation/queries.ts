import { sql, type RawBuilder } from 'kysely'
import type { Gender } from '#contract/profiles/profile-field-schemas.ts'
import { isActive, isActiveText } from '#server/features/accounts/fragments.ts'
import { notInvisibleText, VISITOR_KEY } from '#server/features/visibility/fragments.ts'
import type { Context } from '#server/platform/context.ts'
import type { PageKey } from '#server/platform/http/cursors.ts'
import { prepared } from '#server/platform/postgres/db.ts'
import type { Queryable, Tx } from '#server/platform/postgres/tx.ts'

interface Pair {
  userId: number
  otherId: number
}

/**
 * Returns a member that the viewer sees or has met: active and not hidden by a mode, or with a block, a like
 * or a conversation between the two, also after they left. Null for others, as for unknown members.
 */
export async function findKnownMember(db: Queryable, { viewerId, profileId }: { viewerId: number; profileId: string }) {
  const row = await db
    .selectFrom('profiles')
    .innerJoin('users', 'users.id', 'profiles.userId')
    .select(['profiles.userId', 'profiles.name'])
    .where('profiles.publicId', '=', profileId)
    .where(
      sql<boolean>`(${isActive()} and ${sql.raw(notInvisibleText(viewerId, 'profiles'))} or ${haveMet(viewerId, sql.ref('profiles.user_id'))})`,
    )
    .executeTakeFirst()
  return row ?? null
}

/** By what the viewer did: a block by the other member is a secret, and changes nothing. */
function haveMet(viewerId: number, member: RawBuilder<unknown>) {
  return sql`(
    exists (
      select from blocks
      where blocks.user_id = ${viewerId} and blocks.other_id = ${member} and blocks.by_me_at is not null
    )
    or exists (select from likes where likes.user_id = ${viewerId} and likes.other_id = ${member})
    or exists (
      select from conversations c
      where c.low_id = least(${member}, ${viewerId}::bigint) and c.high_id = greatest(${member}, ${viewerId}::bigint)
    )
  )`
}

interface FoundMember {
  userId: number
  name: string
  byMeAt: Date | null
  byThemAt: Date | null
}

const memberByProfile = prepared<FoundMember>(
  'member_by_profile',
  `select p.user_id, p.name, b.by_me_at, b.by_them_at
  from profiles p
  join users u on u.id = p.user_id
  left join blocks b on b.user_id = $1 and b.other_id = p.user_id
  where p.public_id = $2 and ${isActiveText('u')} and ${notInvisibleText('$1', 'p')}`,
)

/** Returns an active member that no mode hides from the viewer, and the blocks between the two, or null. */
export async function findMember(
  { db }: Pick<Context, 'db'>,
  { viewerId, profileId }: { viewerId: number | null; profileId: string },
) {
  const [row] = await memberByProfile(db, [viewerId ?? VISITOR_KEY, profileId])
  return row ?? null
}

/** Stores a block in the rows of both members. Returns whether it is new. */
export async function insertBlock(tx: Tx, { userId, otherId, at }: Pair & { at: Date }) {
  const rows = await tx
    .insertInto('blocks')
    .values([
      { userId, otherId, byMeAt: at, byThemAt: null },
      { userId: otherId, otherId: userId, byMeAt: null, byThemAt: at },
    ])
    .onConflict((conflict) =>
      conflict.columns(['userId', 'otherId']).doUpdateSet({
        byMeAt: sql`coalesce(blocks.by_me_at, excluded.by_me_at)`,
        byThemAt: sql`coalesce(blocks.by_them_at, excluded.by_them_at)`,
      }).where(sql<boolean>`(blocks.by_me_at is null and excluded.by_me_at is not null)
          or (blocks.by_them_at is null and excluded.by_them_at is not null)`),
    )
    .returning('userId')
    .execute()
  return rows.length > 0
}

/** Removes one member's block; a block by the other one stays. Returns whether there was one. */
export async function deleteBlock(tx: Tx, { userId, otherId }: Pair) {
  const deleted = await tx
    .deleteFrom('blocks')
    .where((eb) =>
      eb.or([
        eb.and({ userId, otherId }).and('byThemAt', 'is', null),
        eb.and({ userId: otherId, otherId: userId }).and('byMeAt', 'is', null),
      ]),
    )
    .returning('userId')
    .execute()
  const lifted = await tx
    .updateTable('blocks')
    .set({ byMeAt: null })
    .where('userId', '=', userId)
    .where('otherId', '=', otherId)
    .where('byMeAt', 'is not', null)
    .returning('userId')
    .execute()
  await tx
    .updateTable('blocks')
    .set({ byThemAt: null })
    .where('userId', '=', otherId)
    .where('otherId', '=', userId)
    .execute()
  return deleted.length + lifted.length > 0
}

/** Deletes all blocks by and against a member: their rows, and the mirror rows of the others. */
export async function deleteAllBlocks(tx: Tx, userId: number) {
  await sql`
    delete from blocks
    using (
      select user_id, other_id from blocks where user_id = ${userId}
      union all
      select other_id, user_id from blocks where user_id = ${userId}
    ) pair (user_id, other_id)
    where blocks.user_id = pair.user_id and blocks.other_id = pair.other_id
  `.execute(tx)
}

interface BlocksPage {
  userId: number
  after: PageKey | null
  limit: number
}

/** Lists one page of the members that a member has blocked, latest first, without hidden ones (MOD-4). */
export function blockedBy({ db }: Pick<Context, 'db'>, { userId, after, limit }: BlocksPage) {
  return db
    .selectFrom('blocks')
    .innerJoin('profiles', 'profiles.userId', 'blocks.otherId')
    .innerJoin('users', 'users.id', 'blocks.otherId')
    .select(['profiles.publicId', 'profiles.name', 'profiles.gender', 'blocks.otherId'])
    .select(sql<Date>`blocks.by_me_at`.as('at'))
    .$narrowType<{ gender: Gender }>()
    .where('blocks.userId', '=', userId)
    .where('blocks.byMeAt', 'is not', null)
    .$if(after !== null, (query) =>
      query.where(sql<boolean>`(blocks.by_me_at, blocks.other_id) < (${after?.at}, ${after?.id})`),
    )
    .where(isActive())
    .orderBy('blocks.byMeAt', 'desc')
    .orderBy('blocks.otherId', 'desc')
    .limit(limit)
    .execute()
}
