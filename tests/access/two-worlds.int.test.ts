import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import * as accounts from '#contract/accounts/calls.ts'
import * as chat from '#contract/chat/calls.ts'
import { deleteAccount, pauseAccount, resumeAccount } from '#contract/accounts/calls.ts'
import type { Endpoint, InputOf } from '#contract/endpoint.ts'
import * as likes from '#contract/likes/calls.ts'
import { RESET_MAILS_PER_DAY } from '#contract/limits.ts'
import { getMember, updatePrivacy } from '#contract/profiles/calls.ts'
import * as signup from '#contract/signup/calls.ts'
import { photoUrl } from '#contract/profiles/photo-urls.ts'
import { accountErased } from '#server/features/accounts/events.ts'
import { markDelivered } from '#server/features/chat/conversations/mark-queries.ts'
import { emit } from '#server/platform/postgres/db.ts'
import { newPublicId } from '#server/platform/ids.ts'
import { startTestApp, type TestApp } from '#tests/support/site/app.ts'
import { endpoints } from '#tests/support/audits/endpoints.ts'
import { buildMember, type Member } from '#tests/support/builders.ts'
import { chatOn } from '#tests/support/chat.ts'
import { recordEvents } from '#tests/support/likes.ts'
import { linkToken, mailsAbout } from '#tests/support/mails.ts'
import { accessTable } from './access-table.ts'
import { buildFixture, nameOf, type Fixture } from './fixture.ts'

let site: TestApp
let fixture: Fixture

beforeAll(async () => {
  site = await startTestApp({ environment: { TRUST_PROXY: 'true' } })
  fixture = await buildFixture(site)
})
afterAll(() => site.close())

/** Returns all that an attacker sees of an answer, except for what differs in every answer. */
function transcript({ status, headers, error }: Awaited<ReturnType<TestApp['call']>>) {
  // `ratelimit` counts the caller's own requests.
  const { date: _, ratelimit: _count, ...rest } = headers
  return { status, headers: rest, error: { ...error, requestId: newPublicId().length } }
}

async function ask(endpoint: Endpoint, input: object, cookie: string) {
  return transcript(await site.call(endpoint, input, { cookie }))
}

describe.each(['GET', 'PUT', 'PATCH', 'POST', 'DELETE'])('%s', (method) => {
  const about = endpoints.filter((endpoint) => endpoint.method === method)

  test.each([
    ['another member’s conversation', 'conversationId', /conversation(?!$)|chat$/],
    ['another member’s order', 'orderId', /order/],
    ['another member’s report', 'reportId', /reportId/],
    ['another member’s photo', 'photoId', /photoId$/],
  ] as const)('%s is answered like one that never existed', async (_name, key, pattern) => {
    for (const endpoint of about.filter(({ path }) => pattern.test(path))) {
      const inputOf = accessTable[nameOf(endpoint)]?.[1]
      const [theirs, none] = [inputOf?.(fixture) ?? {}, inputOf?.({ ...fixture, [key]: newPublicId() }) ?? {}]
      const { cookie } = fixture.premium
      expect(await ask(endpoint, theirs, cookie)).toEqual(await ask(endpoint, none, cookie))
    }
  })

  test.each([
    ['deleted', 'deletedAt'],
    ['paused', 'pausedAt'],
    ['disabled', 'disabledAt'],
  ] as const)(
    'a %s member is answered like one that never existed, also to members they had blocked',
    async (_, column) => {
      const { free, blocked, owner, ...rest } = await buildFixture(site)
      await site.context.db
        .updateTable('users')
        .set({ [column]: site.clock.now() })
        .where('id', '=', owner.userId)
        .execute()
      const callers = [free.cookie, blocked.cookie]
      // A block can be set and removed regardless of the other account, and shows nothing of it.
      for (const endpoint of about.filter(({ path }) => path.includes(':profileId') && !path.startsWith('/api/blocks')))
        for (const cookie of callers) {
          const inputOf = (profileId: string) =>
            accessTable[nameOf(endpoint)]?.[1]?.({ ...rest, free, blocked, owner: { ...owner, profileId } }) ?? {}
          expect(await ask(endpoint, inputOf(owner.profileId), cookie)).toEqual(
            await ask(endpoint, inputOf(newPublicId()), cookie),
          )
        }
    },
  )
  test('an invisible member is answered like one that never existed', async () => {
    const { free, owner, ...rest } = await buildFixture(site)
    await site.context.db
      .updateTable('profiles')
      .set({ isInvisible: true })
      .where('userId', '=', owner.userId)
      .execute()
    for (const endpoint of about.filter(({ path }) => path.includes(':profileId') || path === '/api/reports')) {
      const inputOf = (profileId: string) =>
        accessTable[nameOf(endpoint)]?.[1]?.({ ...rest, free, owner: { ...owner, profileId } }) ?? {}
      for (const cookie of endpoint.access === 'anyone' ? ['', free.cookie] : [free.cookie])
        expect(await ask(endpoint, inputOf(owner.profileId), cookie)).toEqual(
          await ask(endpoint, inputOf(newPublicId()), cookie),
        )
    }
  })
})

test('a photo that the viewer may not see is answered like one that never existed', async () => {
  const photos = [fixture.photoId, newPublicId()]
  const seen = (cookie: string, size: 'large' | 'locked') =>
    Promise.all(
      photos.map(async (id) => {
        const { statusCode, headers, payload } = await site.app.inject({
          url: photoUrl(id, size),
          headers: { cookie, 'if-none-match': `"${id}-${size}"` },
        })
        return {
          statusCode,
          headers: { ...headers, date: '', ratelimit: '' },
          code: JSON.parse(payload).error.code,
          length: payload.length,
        }
      }),
    )
  for (const [cookie, size] of [
    ['', 'large'],
    ['', 'locked'],
    [fixture.free.cookie, 'large'],
    [fixture.blocked.cookie, 'locked'],
  ] as const) {
    const [hidden, none] = await seen(cookie, size)
    expect(hidden).toEqual(none)
  }
})

test('a locked photo’s bytes, shape and colours reveal nothing of the original', async () => {
  const { db } = site.context
  const lockedPhoto = async () =>
    (await site.call(getMember, { params: { profileId: fixture.owner.profileId } }, fixture.free)).reply?.member
      .photos[1]
  const before = await lockedPhoto()
  await db
    .updateTable('photos')
    .set({ width: 5, height: 7, preview: 'other' })
    .where('publicId', '=', fixture.photoId)
    .execute()
  expect(before?.isLocked).toBe(true)
  expect(await lockedPhoto()).toEqual(before)
})

test('neither the log-in nor its lock reveals whether an address has an account', async () => {
  const { email } = await buildMember(site.context)
  const tries = (address: string, account: string) =>
    Array.from({ length: 6 }, () => ({ email: account, password: 'wrong', address }))
  const answersTo = async (attempts: ReturnType<typeof tries>) => {
    const answers: unknown[] = []
    for (const { address, ...body } of attempts) {
      const caller = { headers: { 'x-forwarded-for': address } }
      answers.push(transcript(await site.call(accounts.logIn, { body }, caller)))
    }
    return answers
  }
  expect(await answersTo(tries('198.51.100.1', email))).toEqual(
    await answersTo(tries('198.51.100.2', `${randomUUID()}@example.com`)),
  )
})

describe('a site that hides which addresses have an account', () => {
  let hidden: TestApp
  let calls = 0

  beforeAll(async () => {
    hidden = await startTestApp({ environment: { TRUST_PROXY: 'true' } })
    const settings = { hide_account_existence: true }
    await hidden.context.db
      .updateTable('sites')
      .set({ settings: JSON.stringify(settings) })
      .execute()
    await hidden.context.sites.refresh()
  })
  afterAll(() => hidden.close())

  /** Returns all that the caller sees, and how many statements the database ran meanwhile. */
  async function observe<E extends Endpoint>(endpoint: E, input: object, cookie = '') {
    calls += 1
    countStatements.start()
    const { status, headers, reply, error } = await hidden.call(endpoint, input as InputOf<E>, {
      cookie,
      headers: { 'x-forwarded-for': `192.0.2.${calls}` },
    })
    const count = countStatements.end()
    const { date: _, ratelimit: _count, ...rest } = headers
    return { status, headers: rest, reply, error: { ...error, requestId: '' }, count }
  }

  test('answers the reset of a known and of an unknown address the same, after the same work', async () => {
    const { email } = await buildMember(hidden.context)
    const answerTo = (address: string) => observe(accounts.requestReset, { body: { email: address } })
    await answerTo('warm-up@example.com')
    const first = await answerTo(email)
    expect(first.count).toBeGreaterThan(2)
    expect(first).toEqual(await answerTo(`x${email}`))
    for (let mail = 1; mail < RESET_MAILS_PER_DAY; mail += 1) {
      await answerTo(email)
      await answerTo(`x${email}`)
    }
    const [known, unknown] = [await answerTo(email), await answerTo(`x${email}`)]
    expect(known.error.code).toBe('accounts.reset_limit')
    expect({ ...known, headers: 0, error: known.error.code }).toEqual({
      ...unknown,
      headers: 0,
      error: unknown.error.code,
    })
  })

  test('answers a log-in to a known and to an unknown address the same, after the same work', async () => {
    const { email } = await buildMember(hidden.context)
    const answerTo = (address: string) => observe(accounts.logIn, { body: { email: address, password: 'wrong' } })
    await answerTo('warm-up@example.com')
    expect(await answerTo(email)).toEqual(await answerTo(`x${email}`))
  })

  test('answers a change to a taken and to a free address the same, and mails the owner', async () => {
    const [owner, first, second] = [
      await buildMember(hidden.context, { email: 'owner-1@example.com' }),
      await buildMember(hidden.context),
      await buildMember(hidden.context),
    ]
    const answerTo = ({ cookie, password }: Member, email: string) =>
      observe(accounts.changeEmail, { body: { email, password } }, cookie)
    await answerTo(await buildMember(hidden.context), 'warm-up@example.com')
    const [taken, free] = [await answerTo(first, owner.email), await answerTo(second, 'owner-2@example.com')]
    expect({ ...taken, reply: { email: 'owner-2@example.com' } }).toEqual(free)
    const userOf = (member: Member) => observe(accounts.getUser, {}, member.cookie)
    const [a, b] = [(await userOf(first)).reply?.user, (await userOf(second)).reply?.user]
    expect([a?.pending_email, b?.pending_email]).toEqual([owner.email, 'owner-2@example.com'])
    // Building the first member's mail requests the owner's.
    expect((await mailsAbout(hidden.context, first)).map(({ template }) => template)).toEqual(['mailChangeNotice'])
    expect(await mailsAbout(hidden.context, owner)).toMatchObject([{ template: 'addressTaken', to: owner.email }])
  })

  test('answers a sign-up with a taken and with a free address the same, and mails the owner', async () => {
    const owner = await buildMember(hidden.context, { email: 'signup-1@example.com' })
    const form = (email: string) => ({
      body: { ...(accessTable['POST /api/signup']?.[1]?.(fixture).body as object), email },
    })
    const sign = (email: string) => observe(signup.signUp, form(email))
    await sign('warm-up-1@example.com')
    const [taken, free] = [await sign(owner.email), await sign('signup-2@example.com')]
    expect(taken).toEqual(free)
    expect(taken).toMatchObject({ status: 200, reply: { user: null } })
    const check = (email: string) =>
      observe(signup.checkSignup, {
        body: { email, password: 'seven purple tandems', name: 'Newcomer', birthDate: '1990-01-01' },
      })
    expect(await check(owner.email)).toEqual(await check('signup-3@example.com'))
    expect(await mailsAbout(hidden.context, owner)).toMatchObject([{ template: 'addressTaken', to: owner.email }])
    const rows = await hidden.context.db.selectFrom('users').select('email').where('email', 'like', '%decoy%').execute()
    expect(rows).toEqual([])
  })

  test('answers a log-in to the new account only after its mail was opened by the owner', async () => {
    const { rows } = await hidden.context.database.pool.query<{ id: number }>(
      "select id from users where email = 'signup-2@example.com'",
    )
    const token = await linkToken(hidden.context, { userId: rows[0]?.id ?? 0, template: 'activation' })
    const opened = await hidden.call(accounts.openLink, { params: { token } })
    expect(opened.headers['set-cookie']).toBeDefined()
  })
})

interface Sent {
  mock: { calls: [{ text?: string }][] }
  mockRestore(): void
}

/** Counts what all connections send: a statement with values as `bind`, one without as `query`. */
const countStatements = {
  spies: [] as Sent[],
  start() {
    // The types of pg leave the connection's methods out.
    const prototype = pg.Connection.prototype as unknown as Record<'bind' | 'query' | 'parse', () => void>
    countStatements.spies = (['bind', 'query', 'parse'] as const).map(
      (method) => vi.spyOn(prototype, method) as unknown as Sent,
    )
  },
  end() {
    const [bind = [], query = [], parse = []] = countStatements.spies.map(({ mock }) => mock.calls)
    for (const spy of countStatements.spies) spy.mockRestore()
    // A timer of the process renews its number meanwhile.
    const renewals = parse.filter(([{ text = '' }]) => text.includes('node_leases'))
    return bind.length + query.length - renewals.length
  },
}

describe('a partner in a conversation', () => {
  /** Returns all that a member can find out about a partner, without what the member did. */
  async function transcriptOf(caller: Member, partner: Member, conversationId: string) {
    const params = { profileId: partner.profileId }
    const answers = [
      await site.call(chat.getChats, { query: {} }, caller),
      await site.call(chat.getChats, { query: { filter: 'online' } }, caller),
      await site.call(chat.getConversation, { params: { conversationId } }, caller),
      await site.call(chat.getConversationWith, { params }, caller),
      await site.call(chat.getMessages, { params: { conversationId }, query: { after: 0 } }, caller),
      await site.call(getMember, { params }, caller),
      await site.call(likes.getLikes, {}, caller),
      await site.call(likes.listLikes, { params: { type: 'sent' }, query: {} }, caller),
    ]
    return answers.map((answer) => ({ ...transcript(answer), reply: answer.reply }))
  }

  interface Conversation {
    ana: Member
    ben: Member
    conversationId: string
    calls: ReturnType<typeof chatOn>
  }

  const set = (change: object, { ben }: Conversation) =>
    site.context.db.updateTable('accountBalances').set(change).where('userId', '=', ben.userId).execute()

  test.each<[string, { isInvisible?: boolean; isPrivate?: boolean }, (pair: Conversation) => Promise<unknown>]>([
    ['has read the messages', { isInvisible: true }, ({ ben, calls, conversationId: id }) => calls.read(ben, id, 2)],
    ['has read the messages', { isPrivate: true }, ({ ben, calls, conversationId: id }) => calls.read(ben, id, 2)],
    [
      'received the messages on a device',
      { isPrivate: true },
      ({ ben, conversationId }) => markDelivered(site.context.db, [{ userId: ben.userId, conversationId, seq: 2 }]),
    ],
    [
      'has deleted the conversation',
      { isPrivate: true },
      ({ ben, calls, conversationId }) => calls.remove(ben, conversationId),
    ],
    [
      'received the messages on a device',
      { isInvisible: true },
      ({ ben, conversationId }) => markDelivered(site.context.db, [{ userId: ben.userId, conversationId, seq: 2 }]),
    ],
    [
      'was just there',
      { isInvisible: true },
      ({ ben }) =>
        site.context.db
          .updateTable('profileSearch')
          .set({ lastActiveAt: site.clock.now() })
          .where('userId', '=', ben.userId)
          .execute(),
    ],
    [
      'has seen the like',
      {},
      ({ ana, ben }) => site.call(likes.markLikesSeen, { body: { profiles: [ana.profileId] } }, ben),
    ],
    ['has no credits', {}, (pair) => set({ balance: 0 }, pair)],
    ['is premium', {}, (pair) => set({ premiumSince: site.clock.now() }, pair)],
    [
      'has started all conversations',
      {},
      async ({ ben, calls }) => {
        for (let n = 0; n < 2; n += 1) await calls.say(ben, await calls.build())
      },
    ],
    [
      'has deleted the conversation',
      { isInvisible: true },
      ({ ben, calls, conversationId }) => calls.remove(ben, conversationId),
    ],
    ['has blocked someone else', {}, async ({ ben, calls }) => calls.block(ben, await calls.build())],
  ])('is shown the same whether the partner %s or not', async (_name, mode, change) => {
    const calls = chatOn(site)
    const [ana, ben] = await calls.pair()
    await calls.say(ana, ben)
    const conversationId = await calls.say(ana, ben)
    // The invisible member likes the other, who therefore sees the profile.
    await site.call(likes.likeProfile, { params: { profileId: ana.profileId } }, ben)
    await site.call(likes.likeProfile, { params: { profileId: ben.profileId } }, ana)
    const { db } = site.context
    await db
      .updateTable('profiles')
      .set({ isInvisible: false, isPrivate: false, ...mode })
      .where('userId', '=', ben.userId)
      .execute()
    const before = await transcriptOf(ana, ben, conversationId)
    const sent = recordEvents(site)
    await sent.clear()
    await change({ ana, ben, conversationId, calls })
    expect(await sent.of(ana)).toEqual([])
    expect(await transcriptOf(ana, ben, conversationId)).toEqual(before)
  })
})

describe('a member who cannot see another one gets no event of what that one does', () => {
  const privacyOf = (member: Member, body: InputOf<typeof updatePrivacy>['body']) =>
    site.call(updatePrivacy, { body }, member)
  const pause = (member: Member) => site.call(pauseAccount, { body: { length: 'open' } }, member)
  const unlike = (member: Member, { profileId }: Member) =>
    site.call(likes.unlikeProfile, { params: { profileId } }, member)

  test.each<
    [string, (ana: Member, ben: Member) => Promise<unknown>, ((ana: Member, ben: Member) => Promise<unknown>)[]]
  >([
    [
      'who is blocked',
      (ana, ben) => chatOn(site).block(ben, ana),
      [
        (_, ben) => privacyOf(ben, { isInvisible: true }),
        (_, ben) => privacyOf(ben, { isInvisible: false, isPrivate: true }),
        (_, ben) => pause(ben),
        (_, ben) => site.call(resumeAccount, {}, ben),
        (ana, ben) => unlike(ben, ana),
        (_, ben) => site.context.transaction((tx) => emit(tx, accountErased, ben)),
      ],
    ],
    [
      'whose partner paused the account',
      (_, ben) => pause(ben),
      [
        (_, ben) => pause(ben),
        (_, ben) => privacyOf(ben, { isInvisible: true }),
        (ana, ben) => unlike(ben, ana),
        (_, ben) => site.call(deleteAccount, { body: { password: ben.password, reason: null, remarks: '' } }, ben),
      ],
    ],
  ])('%s', async (_name, hide, actions) => {
    const calls = chatOn(site)
    const [ana, ben] = await calls.pair()
    await calls.say(ben, ana)
    await calls.say(ana, ben)
    for (const [one, other] of [
      [ana, ben],
      [ben, ana],
    ] as const)
      await site.call(likes.likeProfile, { params: { profileId: other.profileId } }, one)
    const sent = recordEvents(site)
    await hide(ana, ben)
    await sent.clear()
    for (const [index, act] of actions.entries()) {
      await act(ana, ben)
      expect(await sent.of(ana), `action ${index}`).toEqual([])
    }
  })

  test.each<[string, (ana: Member, ben: Member) => Promise<unknown>]>([
    ['who has never met the one who blocks them', async () => {}],
    [
      'who likes a member in invisible mode, and is blocked',
      async (ana, ben) => {
        await site.call(likes.likeProfile, { params: { profileId: ben.profileId } }, ana)
        await privacyOf(ben, { isInvisible: true })
      },
    ],
    [
      'who has deleted the conversation, and is blocked',
      async (ana, ben) => {
        const calls = chatOn(site)
        const conversationId = await calls.say(ben, ana)
        await calls.remove(ana, conversationId)
      },
    ],
  ])('%s', async (_name, prepare) => {
    const [ana, ben] = await chatOn(site).pair()
    await prepare(ana, ben)
    const sent = recordEvents(site)
    await sent.clear()
    await chatOn(site).block(ben, ana)
    expect(await sent.of(ana)).toEqual([])
  })

  test('who likes a member in invisible mode', async () => {
    const calls = chatOn(site)
    const [ana, ben] = await calls.pair()
    await site.call(likes.likeProfile, { params: { profileId: ben.profileId } }, ana)
    const sent = recordEvents(site)
    await privacyOf(ben, { isInvisible: true })
    await sent.clear()
    await privacyOf(ben, { isPrivate: true })
    expect(await sent.of(ana)).toEqual([])
    await pause(ben)
    expect(await sent.of(ana)).toEqual([])
    await site.call(resumeAccount, {}, ben)
    expect(await sent.of(ana)).toEqual([])
  })
})
