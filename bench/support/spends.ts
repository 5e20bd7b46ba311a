import { DEFAULT_PHOTO_CREDITS } from '#contract/limits.ts'
import { unlockPhoto } from '#contract/unlocks/calls.ts'
import { isActiveText } from '#server/features/accounts/fragments.ts'
import { shownPhotoText, unlockText } from '#server/features/unlocks/unlock-query.ts'
import { requestOf } from '#web/api/call.ts'
import type { Comparison, Options } from './bench.ts'
import { openBenchDatabase, type BenchDatabase } from './database.ts'
import { measureRequests, requestText } from './http-client.ts'
import { openPgbench, withNames } from './pgbench.ts'
import { startProduct } from './product.ts'
import { findViewers, type BenchViewer } from './viewers.ts'

/** Spends by one member before the client goes on to its next one. */
const SPENDS_PER_MEMBER = 10

/**
 * Prepares a comparison of unlocked photos: the spend that is nothing but a debit, its entry and what was
 * paid for. With one spender all clients debit the same balance. Each round begins without unlocked photos.
 */
export async function prepareSpends(
  { members, clients, profileDir, onProgress, onClose }: Options,
  { isHot }: { isHot: boolean },
): Promise<Comparison> {
  const database = await openBenchDatabase({ members, onProgress, onClose })
  const viewers = await findViewers(database.admin)
  const spenders = isHot ? viewers.slice(0, 1) : viewers
  const photoIds = await choosePhotos(database, viewers, spenders)
  const script = pgbenchScript({ spenders: spenders.length, photos: photoIds.length, clients })
  const pgbench = await openPgbench({ ...database, clients, script, onClose })
  const { port } = await startProduct(database, { withWeb: false, profileDir, onClose })
  const forget = () => forgetSpends(database, spenders)
  return {
    async opponent(seconds) {
      await forget()
      return pgbench(seconds)
    },
    async product(seconds) {
      await forget()
      const next = requests({ spenders, photoIds, clients })
      return measureRequests({ port, connections: clients, seconds, next })
    },
    postgresVersion: database.version,
  }
}

/**
 * Gives the spenders credits and no premium, and stores the private photos that they all see, in both orders.
 */
async function choosePhotos({ admin }: BenchDatabase, viewers: BenchViewer[], spenders: BenchViewer[]) {
  const keys = viewers.map(({ userId }) => userId)
  await admin.query(
    `update account_balances set balance = 1000000000, premium_since = null where user_id = any($1::bigint[])`,
    [keys],
  )
  await admin.query(`delete from blocks where user_id = any($1::bigint[]) or other_id = any($1::bigint[])`, [keys])
  await admin.query(`drop table if exists bench.private_photos, bench.spenders`)
  await admin.query(
    `create table bench.private_photos as
    select row_number() over () - 1 as n, photos.id, photos.public_id
    from photos
    join profiles on profiles.user_id = photos.user_id
    join users on users.id = photos.user_id
    where photos.visibility = 'private' and photos.status = 'active'
      and ${isActiveText('users')}
      and not profiles.is_private and not profiles.is_invisible
      and photos.user_id <> all($1::bigint[])`,
    [keys],
  )
  await admin.query(
    `create table bench.spenders as
    select n - 1 as n, sender from unnest($1::bigint[]) with ordinality as spender (sender, n)`,
    [spenders.map(({ userId }) => userId)],
  )
  for (const table of ['private_photos', 'spenders']) {
    await admin.query(`alter table bench.${table} add primary key (n)`)
    await admin.query(`grant select on bench.${table} to public`)
  }
  const { rows } = await admin.query<{ public_id: string }>(`select public_id from bench.private_photos order by n`)
  return rows.map(({ public_id: photoId }) => photoId)
}

async function forgetSpends({ admin }: BenchDatabase, spenders: BenchViewer[]) {
  const keys = [spenders.map(({ userId }) => userId)]
  await admin.query(`delete from photo_unlocks where user_id = any($1::bigint[])`, keys)
  await admin.query(`delete from credit_ledger where user_id = any($1::bigint[]) and kind = 'photo_unlock'`, keys)
}

/**
 * Returns the requests of each connection: another photo each time, another of its members after some spends.
 */
function requests({ spenders, photoIds, clients }: { spenders: BenchViewer[]; photoIds: string[]; clients: number }) {
  const calls = Array.from({ length: clients }, () => 0)
  return (connection: number) => {
    const call = calls[connection] ?? 0
    calls[connection] = call + 1
    const photoId = photoIds[(call * clients + connection) % photoIds.length] ?? ''
    const member = Math.floor(call / SPENDS_PER_MEMBER) * clients + connection
    const body = { maxPrice: DEFAULT_PHOTO_CREDITS }
    const { method, url } = requestOf(unlockPhoto, { params: { photoId }, body })
    const cookie = spenders[member % spenders.length]?.cookie ?? ''
    return requestText({ method, url, cookie, body: JSON.stringify(body) })
  }
}

/**
 * Returns the same spends as a pgbench script. Reading the next photo is part of its statements, by a primary
 * key.
 */
function pgbenchScript({ spenders, photos, clients }: { spenders: number; photos: number; clients: number }) {
  const photo = (column: string) => `(select ${column} from bench.private_photos where n = :photo::bigint)`
  const unlock = [':key::bigint', ':sender::bigint', photo('id'), ':price::int', 'now()']
  return `${[
    `\\set is_due :calls % ${SPENDS_PER_MEMBER} = 0`,
    '\\if :is_due',
    `\\set n (:calls / ${SPENDS_PER_MEMBER} * ${clients} + :client_id) % ${spenders}`,
    'select sender, (extract(epoch from now()) * 1000000)::bigint as base from bench.spenders where n = :n::bigint \\gset',
    '\\endif',
    `\\set photo (:calls * ${clients} + :client_id) % ${photos}`,
    '\\set calls :calls + 1',
    '\\set key :base + :calls',
    `\\set price ${DEFAULT_PHOTO_CREDITS}`,
    withNames(shownPhotoText, [':sender::bigint', photo('public_id')]),
    withNames(
      unlockText,
      unlock.map((value) => `array[${value}]`),
    ),
  ].join('\n')}\n`
}
