import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#tests/support/site/app.ts'
import { buildMember, type Member } from '#tests/support/builders.ts'
import type { Caller } from '#tests/support/site/encode-call.ts'
import { sampleImage } from '#tests/support/sample-images.ts'
import { unlockPhoto } from '#contract/unlocks/calls.ts'
import { endpoints } from '#tests/support/audits/endpoints.ts'
import { buildFixture, nameOf, type Fixture } from './fixture.ts'

let site: TestApp
let image: Blob

beforeAll(async () => {
  // Each caller has an address of its own, so that no rate limit applies.
  site = await startTestApp({ environment: { TRUST_PROXY: 'true' } })
  image = new Blob([await sampleImage()])
})
afterAll(() => site.close())

interface Row {
  input: (fixture: Fixture, caller: Member) => object
  /** The answer to a member who does not own it: 200 where the call can change only the caller's own rows. */
  status: 200 | 403 | 404
  /** The answer to the owner, if not 200: of an unpaid order, of a message that the friend sent. */
  owner?: 404 | 409
}

const photo = ({ photoId }: Fixture) => ({ params: { photoId } })
const mainPhoto = ({ mainPhotoId }: Fixture) => ({ params: { photoId: mainPhotoId } })
const newFile = () => ({ clientId: randomUUID() })
const withdrawal = ({ orderId }: Fixture) => ({ params: { orderId }, body: { credits: 60, amountMinor: 3499 } })
const conversation = ({ conversationId }: Fixture) => ({ params: { conversationId } })
/** The pair of owner and blocked member: each caller names the other one of the two. */
const blockedMember = ({ blocked, owner }: Fixture, caller: Member) => ({
  params: { profileId: caller === blocked ? owner.profileId : blocked.profileId },
})
const friend = ({ friend: { profileId } }: Fixture) => ({ params: { profileId } })

/** Every call that names something of its owner, as another member sends it, perhaps with several inputs. */
const table: [name: string, Row][] = [
  ['PATCH /api/photos/:photoId', { input: (f) => ({ ...photo(f), body: { visibility: 'public' } }), status: 404 }],
  ['PATCH /api/photos/:photoId', { input: (f) => ({ ...photo(f), body: { isMain: true } }), status: 404 }],
  ['PATCH /api/photos/:photoId', { input: (f) => ({ ...mainPhoto(f), body: { visibility: 'private' } }), status: 404 }],
  ['POST /api/photos/:photoId/file', { input: (f) => ({ ...photo(f), body: newFile() }), status: 404 }],
  ['DELETE /api/photos/:photoId', { input: photo, status: 200 }],
  ['DELETE /api/photos/:photoId', { input: mainPhoto, status: 200 }],
  ['PUT /api/photos/order', { input: ({ photoId }) => ({ body: { photoIds: [photoId] } }), status: 200 }],
  ['GET /api/orders/:orderId', { input: ({ orderId }) => ({ params: { orderId } }), status: 404 }],
  ['POST /api/orders/:orderId/withdrawal', { input: withdrawal, status: 404, owner: 409 }],
  ['GET /api/conversations/:conversationId', { input: conversation, status: 404 }],
  [
    'GET /api/conversations/:conversationId/messages',
    { input: (f) => ({ ...conversation(f), query: { after: 0 } }), status: 404 },
  ],
  [
    'PUT /api/conversations/:conversationId/read',
    { input: (f) => ({ ...conversation(f), body: { seq: 1 } }), status: 404 },
  ],
  [
    'PUT /api/conversations/:conversationId/messages/:seq/reaction',
    { input: (f) => ({ params: { conversationId: f.conversationId, seq: 1 }, body: { reaction: null } }), status: 404 },
  ],
  [
    'PUT /api/conversations/:conversationId/messages/:seq/answer',
    {
      input: (f) => ({ params: { conversationId: f.conversationId, seq: 1 }, body: { answer: 'accepted' } }),
      status: 404,
      owner: 404,
    },
  ],
  [
    'DELETE /api/conversations/:conversationId/messages/:seq',
    { input: (f) => ({ params: { conversationId: f.conversationId, seq: 1 } }), status: 404, owner: 404 },
  ],
  ['PUT /api/conversations/:conversationId/opened', { input: conversation, status: 404 }],
  ['DELETE /api/chat', { input: (f) => ({ body: { conversation: f.conversationId } }), status: 404 }],
  ['DELETE /api/sessions/:sessionId', { input: ({ sessionId }) => ({ params: { sessionId } }), status: 404 }],
  [
    'PATCH /api/passkeys/:passkeyId',
    { input: ({ passkeyId }) => ({ params: { passkeyId }, body: { name: 'Mine' } }), status: 404 },
  ],
  ['DELETE /api/passkeys/:passkeyId', { input: ({ passkeyId }) => ({ params: { passkeyId } }), status: 404 }],
  // The block, the like and its flag belong to the pair of caller and named member.
  ['DELETE /api/blocks/:profileId', { input: blockedMember, status: 200 }],
  ['DELETE /api/likes/:profileId', { input: friend, status: 200 }],
  ['PUT /api/likes/seen', { input: ({ friend: { profileId } }) => ({ body: { profiles: [profileId] } }), status: 200 }],
]

/** Params and body fields by which calls name something that belongs to one member. */
const ownedParams = [':photoId', ':orderId', ':conversationId', ':sessionId', ':passkeyId']

/** Unlocking is about photos of others: server/features/unlocks/unlocks.int.test.ts. */
const isOwned = (path: string) => path !== unlockPhoto.path && ownedParams.some((param) => path.includes(param))

test('the table has every call that names something of one member', () => {
  const listed = new Set(table.map(([name]) => name))
  // Operators reach what is of members by their roles: operator-access.int.test.ts.
  const named = endpoints.filter(({ path, access }) => access !== 'operator' && isOwned(path)).map(nameOf)
  expect(named.filter((name) => !listed.has(name))).toEqual([])
  expect(table.map(([name]) => name).filter((name) => !endpoints.map(nameOf).includes(name))).toEqual([])
})

describe.each(['free', 'premium', 'blocked'] as const)('a %s member', (role) => {
  // One for all calls: each proves that it has changed nothing of it.
  let fixture: Fixture
  beforeAll(async () => {
    fixture = await buildFixture(site)
    await likeEachOther(fixture)
  })

  test.each(table)('cannot touch what another member owns by %s', async (name, { input, status }) => {
    const before = await rowsOf(fixture)
    const answer = await call(name, input(fixture, fixture[role]), fixture[role])
    expect(answer.status).toBe(status)
    expect(JSON.stringify(answer.error ?? {})).not.toContain(fixture.owner.name)
    expect(await rowsOf(fixture)).toEqual(before)
  })
})

test.each(table)('the owner may send %s, so the table names what exists', async (name, { input, owner = 200 }) => {
  const fixture = await buildFixture(site)
  await likeEachOther(fixture)
  expect((await call(name, input(fixture, fixture.owner), fixture.owner)).status).toBe(owner)
})

test('the activation link of one member does not confirm the member who opens it', async () => {
  const fixture = await buildFixture(site)
  const other = await buildMember(site.context, { isConfirmed: false })
  await call('POST /api/links/:token', { params: { token: fixture.token } }, other)
  const { confirmedAt } = await site.context.db
    .selectFrom('users')
    .select('confirmedAt')
    .where('id', '=', other.userId)
    .executeTakeFirstOrThrow()
  expect(confirmedAt).toBeNull()
})

function call(name: string, input: object, { cookie, userId }: Member) {
  const endpoint = endpoints.find((each) => nameOf(each) === name)
  if (!endpoint) throw new Error(`no endpoint ${name}`)
  const caller: Caller = {
    cookie,
    headers: { 'x-forwarded-for': `10.0.${userId % 250}.${table.length}` },
    ...(endpoint.upload && { file: image }),
  }
  return site.call(endpoint, input, caller)
}

/** The owner and the friend like each other, so that there is a like to remove. */
async function likeEachOther({ owner, friend: other }: Fixture) {
  for (const [from, to] of [
    [owner, other],
    [other, owner],
  ] as const)
    await call('PUT /api/likes/:profileId', { params: { profileId: to.profileId } }, from)
}

const tables = [
  'photos',
  'orders',
  'conversation_members',
  'blocks',
  'likes',
  'profiles',
  'account_balances',
  'credit_ledger',
  'sessions',
] as const

/** Returns all rows of the owner and of the friend, and the messages between them. */
async function rowsOf({ owner, friend: other, conversationId }: Fixture) {
  const { db } = site.context
  const rows: Record<string, unknown> = {}
  for (const name of tables) {
    const result = await sql<{ row: unknown }>`
      select to_jsonb(t) as row
      from ${sql.table(name)} t
      where user_id in (${owner.userId}, ${other.userId})
      order by to_jsonb(t)::text`.execute(db)
    rows[name] = result.rows
  }
  const messages = await sql`
    select messages.*
    from messages
    join conversations on conversations.id = messages.conversation_id
    where conversations.public_id = ${conversationId}`.execute(db)
  return { ...rows, messages: messages.rows }
}
