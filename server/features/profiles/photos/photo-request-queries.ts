import { sql } from 'kysely'
import { isVisible, isVisibleText, notBlockedText, notPrivateText } from '#server/features/visibility/fragments.ts'
import type { PageKey } from '#server/platform/http/cursors.ts'
import { prepared } from '#server/platform/postgres/db.ts'
import type { Queryable, Tx } from '#server/platform/postgres/tx.ts'
import { isPhotoHiddenText } from '../fragments.ts'

interface Pair {
  ownerId: number
  memberId: number
}

export type StoredRequestState = 'asked' | 'granted' | 'declined'

/** Returns a member's request to an owner. The lock serialises two decisions about it. */
export async function findRequest(
  db: Queryable,
  { ownerId, memberId, isLocked = false }: Pair & { isLocked?: boolean },
) {
  const row = await db
    .selectFrom('photoRequests')
    .select(['state', 'askedAt', 'decidedAt'])
    .where('ownerId', '=', ownerId)
    .where('memberId', '=', memberId)
    .$if(isLocked, (query) => query.forUpdate())
    .$narrowType<{ state: StoredRequestState }>()
    .executeTakeFirst()
  return row ?? null
}

export async function saveRequest(tx: Tx, { at, ...pair }: Pair & { at: Date }) {
  const asked = { state: 'asked', askedAt: at, decidedAt: null }
  await tx
    .insertInto('photoRequests')
    .values({ ...pair, ...asked })
    .onConflict((conflict) => conflict.columns(['ownerId', 'memberId']).doUpdateSet(asked))
    .execute()
}

/** Stores that a member asked again, without asking the owner. */
export async function saveAskedAt(tx: Tx, { ownerId, memberId, at }: Pair & { at: Date }) {
  await tx
    .updateTable('photoRequests')
    .set({ askedAt: at })
    .where('ownerId', '=', ownerId)
    .where('memberId', '=', memberId)
    .execute()
}

export async function saveDecision(
  tx: Tx,
  { ownerId, memberId, state, at }: Pair & { state: 'granted' | 'declined'; at: Date },
) {
  await tx
    .updateTable('photoRequests')
    .set({ state, decidedAt: at })
    .where('ownerId', '=', ownerId)
    .where('memberId', '=', memberId)
    .execute()
}

/** Ends what two members asked and granted each other, as if both had declined. */
export async function declineRequestsBetween(
  tx: Tx,
  { userId, otherId, at }: { userId: number; otherId: number; at: Date },
) {
  await tx
    .updateTable('photoRequests')
    .set({ state: 'declined', decidedAt: at })
    .where((eb) =>
      eb.or([eb.and({ ownerId: userId, memberId: otherId }), eb.and({ ownerId: otherId, memberId: userId })]),
    )
    .where('state', '<>', 'declined')
    .execute()
}

/** Returns whether a member's address is confirmed. Nothing confirms it until the transaction ends. */
export async function lockConfirmed(tx: Tx, memberId: number) {
  const account = tx.selectFrom('users').select('confirmedAt').where('id', '=', memberId)
  return (await account.forShare().executeTakeFirst())?.confirmedAt != null
}

/**
 * Counts a member's requests since a time, and returns whether a block prevents one to this owner. The
 * profile is locked, so that parallel requests are counted.
 */
export async function countRequestsSince(tx: Tx, { ownerId, memberId, since }: Pair & { since: Date }) {
  await tx.selectFrom('profiles').select('userId').where('userId', '=', memberId).forUpdate().execute()
  return tx
    .selectFrom('photoRequests')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .select(
      sql<boolean>`exists (
      select from blocks where blocks.user_id = ${ownerId} and blocks.other_id = ${memberId}
    )`.as('isBlocked'),
    )
    .where('memberId', '=', memberId)
    .where('askedAt', '>', since)
    .executeTakeFirstOrThrow()
}

/**
 * Lists one page of the open and granted requests to a member, newest first, without blocked members. Open
 * requests of members who left, are invisible or unconfirmed are left out here, so that neither the number of
 * rows nor the page key reveals them.
 */
export function findRequestsTo(
  db: Queryable,
  { ownerId, after, limit }: { ownerId: number; after: PageKey | null; limit: number },
) {
  return db
    .selectFrom('photoRequests')
    .select(['memberId', 'state', 'askedAt'])
    .where('ownerId', '=', ownerId)
    .where('state', '<>', 'declined')
    .where(sql.raw<boolean>(notBlockedText(ownerId, 'photo_requests.member_id')))
    .where((eb) =>
      eb.or([
        eb('state', '=', 'granted'),
        eb.exists(
          eb
            .selectFrom('profiles')
            .innerJoin('users', 'users.id', 'profiles.userId')
            .select('profiles.userId')
            .whereRef('profiles.userId', '=', 'photoRequests.memberId')
            .where('users.confirmedAt', 'is not', null)
            .where(isVisible(ownerId)),
        ),
      ]),
    )
    .$if(after !== null, (query) =>
      query.where((eb) =>
        eb(eb.refTuple('askedAt', 'memberId'), '<', eb.tuple(after?.at ?? new Date(0), after?.id ?? 0)),
      ),
    )
    .orderBy('askedAt', 'desc')
    .orderBy('memberId', 'desc')
    .limit(limit)
    .$narrowType<{ state: 'asked' | 'granted' }>()
    .execute()
}

/**
 * Returns the key of the member with this profile who asked the owner; null after a block between the two,
 * while the member's address is unconfirmed, which holds the request back, and while the member is hidden, of
 * whose open request the owner must not know.
 */
export async function findRequester(db: Queryable, { ownerId, profileId }: { ownerId: number; profileId: string }) {
  const row = await db
    .selectFrom('photoRequests')
    .innerJoin('profiles', 'profiles.userId', 'photoRequests.memberId')
    .innerJoin('users', 'users.id', 'photoRequests.memberId')
    .select('photoRequests.memberId')
    .where('photoRequests.ownerId', '=', ownerId)
    .where('profiles.publicId', '=', profileId)
    .where((eb) =>
      eb.or([
        eb('photoRequests.state', '=', 'granted'),
        eb.and([
          eb('users.confirmedAt', 'is not', null),
          eb.or([eb('photoRequests.state', '=', 'declined'), isVisible(ownerId)]),
        ]),
      ]),
    )
    .where(sql.raw<boolean>(notBlockedText(ownerId, 'photo_requests.member_id')))
    .executeTakeFirst()
  return row?.memberId ?? null
}

/** Returns the owners of a member's open requests. */
export async function findOwnersAsked(db: Queryable, memberId: number) {
  const rows = await db
    .selectFrom('photoRequests')
    .select('ownerId')
    .where('memberId', '=', memberId)
    .where('state', '=', 'asked')
    .execute()
  return rows.map(({ ownerId }) => ownerId)
}

const requestable = prepared<{ ownerId: number }>(
  'requestable_photos',
  `select p.user_id as owner_id
  from profiles p
  join users u on u.id = p.user_id
  where p.user_id = $2
    and p.user_id <> $1
    and ${isVisibleText('$1', { users: 'u', profiles: 'p' })}
    and ${notPrivateText('$1', 'p')}
    and exists (
      select from photos ph
      where ph.user_id = p.user_id
        and ph.visibility = 'on_request'
        and ph.status = 'active'
        and not ${isPhotoHiddenText('ph', 'p')}
    )`,
)

/** Returns whether a member sees that another has photos on request. */
export async function hasPhotosOnRequest(db: Queryable, { memberId, ownerId }: Pair) {
  return (await requestable(db, [memberId, ownerId])).length > 0
}
