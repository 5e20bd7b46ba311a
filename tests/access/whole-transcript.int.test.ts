import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sendDebitCode } from '#contract/debits.ts'
import { swipeMember } from '#contract/games.ts'
import { SMS_PAUSE_MS, SMS_PER_MEMBER } from '#contract/limits.ts'
import { DAY } from '#contract/time.ts'
import { addVisit } from '#contract/visits.ts'
import type { Viewer } from '#server/features/accounts/views.ts'
import { reportProfile } from '#server/features/moderation/reports.ts'
import { insertPhoto } from '#server/features/profiles/photos.ts'
import { startTestApp, type TestApp } from '#tests/support/app.ts'
import { buildMember, type Member } from '#tests/support/builders.ts'
import { chatOn } from '#tests/support/chat.ts'
import { textMessages } from '#tests/support/debits.ts'
import { likesOn, recordEvents } from '#tests/support/likes.ts'
import { randomAddress } from '#tests/support/site-calls.ts'
import { buildFixture, type Fixture } from './fixture.ts'
import { wholeTranscript } from './whole-transcript.ts'

/*
 * Two worlds: before and after an owner did something that the viewer must not learn of. All that the viewer can read must be
 * the same to the byte, and no event is sent to the viewer. The friend is the owner’s partner in a conversation.
 */

let site: TestApp
let fixture: Fixture
let sent: ReturnType<typeof recordEvents>

beforeAll(async () => {
  site = await startTestApp({ environment: { TRUST_PROXY: 'true', REQUESTS_PER_MINUTE: '1000000' } })
  fixture = await buildFixture(site)
  // Reading is an activity, which is stored some seconds later and changes the order of searches: here it has happened.
  await site.context.db.updateTable('profileSearch').set({ lastActiveAt: site.clock.now() }).execute()
  sent = recordEvents(site)
})
afterAll(() => site.close())

type Role = 'visitor' | 'free' | 'premium' | 'blocked' | 'friend'

const setProfile = (change: { isInvisible?: boolean; isPrivate?: boolean }) =>
  site.context.db.updateTable('profiles').set(change).where('userId', '=', fixture.owner.userId).execute()
const setConfirmed = (confirmedAt: Date | null) =>
  site.context.db.updateTable('users').set({ confirmedAt }).where('id', '=', fixture.owner.userId).execute()
const setBalance = (change: { premiumSince?: Date; balance?: number }) =>
  site.context.db.updateTable('accountBalances').set(change).where('userId', '=', fixture.owner.userId).execute()
/** Members without premium have few photos. */
const setPremium = () => setBalance({ premiumSince: site.clock.now() })

const setLastActive = ({ userId }: Member, lastActiveAt: Date) =>
  site.context.db.updateTable('profileSearch').set({ lastActiveAt }).where('userId', '=', userId).execute()

async function visit(visitor: Member, { profileId }: Member) {
  expect((await site.call(addVisit, { params: { profileId } }, visitor)).status).toBe(200)
}
async function like(member: Member, other: Member) {
  expect((await likesOn(site).like(member, other)).status).toBe(200)
}
async function pass(member: Member, { profileId }: Member) {
  const answer = await site.call(swipeMember, { params: { profileId }, body: { choice: 'pass' } }, member)
  expect(answer.status).toBe(200)
}

/** Not by a call, of which one address may make few. */
async function report({ userId }: Member, { profileId }: Member, seq?: number) {
  const message = seq === undefined ? null : { conversationId: fixture.conversationId, seq }
  const form = { clientId: randomUUID(), profileId, photoId: null, message, reason: 'spam' as const, text: 'Spam' }
  await reportProfile(site.context, { viewer: { userId } as Viewer, form: { ...form, isBlocking: false } })
}

async function addPhotos({ userId }: Member, isReviewed: boolean) {
  const photo = { storageKey: randomUUID(), width: 9, height: 12, preview: '', renditions: 2, discard: async () => {} }
  for (const visibility of ['private', 'on_request', 'public'] as const)
    await site.context.transaction((tx) => insertPhoto(site.context, tx, { userId, photo, visibility, isReviewed }))
}

async function transcriptsOf(viewers: (Member | null)[]) {
  await site.context.events.drain()
  const transcripts = []
  for (const viewer of viewers) transcripts.push(await wholeTranscript(site, fixture, viewer))
  return transcripts
}

interface Secret {
  secret: string
  viewers: Role[]
  prepare?: () => Promise<unknown>
  act: (fixture: Fixture) => Promise<unknown>
}

describe('nothing that a viewer can read shows whether the owner', () => {
  beforeEach(async () => {
    await setProfile({ isInvisible: false, isPrivate: false })
    await setConfirmed(site.clock.now())
  })

  test.each<Secret>([
    { secret: 'is premium', viewers: ['friend'], act: setPremium },
    { secret: 'has no credits', viewers: ['friend'], act: () => setBalance({ balance: 0 }) },
    {
      secret: 'in privacy mode read the messages of the viewer',
      viewers: ['friend'],
      prepare: () => setProfile({ isPrivate: true }),
      act: ({ owner, conversationId }) => chatOn(site).read(owner, conversationId, 1),
    },
    {
      secret: 'in invisible mode was just there',
      viewers: ['friend'],
      prepare: async () => {
        // So that the friend still sees the profile.
        await like(fixture.owner, fixture.friend)
        await setProfile({ isInvisible: true })
        await setLastActive(fixture.owner, new Date(site.clock.now().getTime() - 2 * DAY))
      },
      act: ({ owner }) => setLastActive(owner, site.clock.now()),
    },
    // Members see a lock for each further photo (PRO-6); visitors only that there are more (PRO-5).
    {
      secret: 'has one further photo or four',
      viewers: ['visitor'],
      prepare: setPremium,
      act: ({ owner }) => addPhotos(owner, false),
    },
    {
      secret: 'has photos in review',
      viewers: ['visitor', 'premium'],
      prepare: setPremium,
      act: ({ owner }) => addPhotos(owner, true),
    },
    {
      secret: 'likes someone else',
      viewers: ['visitor', 'friend'],
      act: ({ owner, free }) => like(owner, free),
    },
    {
      secret: 'matched someone else',
      viewers: ['blocked', 'friend'],
      act: async ({ owner, free }) => {
        await like(owner, free)
        await like(free, owner)
      },
    },
    {
      secret: 'likes the viewer, before the owner’s address is confirmed',
      viewers: ['premium'],
      prepare: () => setConfirmed(null),
      act: ({ owner, premium }) => like(owner, premium),
    },
    {
      secret: 'passed the viewer in the swipe game',
      viewers: ['free'],
      act: ({ owner, free }) => pass(owner, free),
    },
    { secret: 'reported the viewer', viewers: ['friend'], act: ({ owner, friend }) => report(owner, friend) },
    {
      secret: 'reported a message of the viewer',
      viewers: ['friend'],
      act: ({ owner, friend }) => report(owner, friend, 1),
    },
    { secret: 'was reported', viewers: ['visitor', 'free'], act: ({ owner, friend }) => report(friend, owner) },
    {
      secret: 'in invisible mode visited the viewer',
      viewers: ['friend'],
      prepare: () => setProfile({ isInvisible: true }),
      act: ({ owner, friend }) => visit(owner, friend),
    },
    {
      secret: 'in privacy mode visited the viewer',
      viewers: ['premium'],
      prepare: () => setProfile({ isPrivate: true }),
      act: ({ owner, premium }) => visit(owner, premium),
    },
    {
      secret: 'visited the viewer, before the owner’s address is confirmed',
      viewers: ['free'],
      prepare: () => setConfirmed(null),
      act: ({ owner, free }) => visit(owner, free),
    },
    {
      secret: 'blocked someone else',
      viewers: ['visitor', 'friend'],
      act: ({ owner, premium }) => chatOn(site).block(owner, premium),
    },
  ])('$secret', async ({ viewers, prepare, act }) => {
    await prepare?.()
    const members = viewers.map((role) => (role === 'visitor' ? null : fixture[role]))
    const before = await transcriptsOf(members)
    await sent.clear()
    await act(fixture)
    expect(await transcriptsOf(members)).toEqual(before)
    for (const member of members.filter((each) => each !== null)) expect(await sent.of(member)).toEqual([])
  })
})

test('the codes that a member can request tell nothing of those that others had sent to the number', async () => {
  const phone = '+31622334455'
  /** Returns all answers to one member who requests one code more than a member gets. */
  const answersTo = async (member: Member) => {
    const answers = []
    for (let code = 0; code <= SMS_PER_MEMBER; code += 1) {
      site.clock.advance(SMS_PAUSE_MS)
      const { status, headers, reply, error } = await site.call(
        sendDebitCode,
        { body: { phone } },
        { ...member, headers: randomAddress() },
      )
      const { date: _, ratelimit: _count, ...rest } = headers
      const expiresInMs = reply && Date.parse(reply.expiresAt) - site.clock.now().getTime()
      answers.push({ status, headers: rest, reply: { ...reply, expiresAt: expiresInMs }, code: error?.code })
    }
    return answers
  }
  const alone = await answersTo(await buildMember(site.context))
  expect(alone.map(({ code }) => code)).toEqual([...Array.from({ length: SMS_PER_MEMBER }), 'debits.code_limit'])
  expect(await answersTo(await buildMember(site.context))).toEqual(alone)
  // The owner of the number is still not troubled more often.
  expect((await textMessages(site)).filter(({ to }) => to === phone)).toHaveLength(SMS_PER_MEMBER)
})
