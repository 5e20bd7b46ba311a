import { afterAll, beforeAll, expect, test } from 'vitest'
import { sendDebitCode } from '#contract/debits/calls.ts'
import { SMS_PAUSE_MS, SMS_PER_MEMBER } from '#contract/limits.ts'
import { changeSettings } from '#server/features/settings/service.ts'
import { startTestApp, type TestApp } from '#tests/support/site/app.ts'
import { buildMember, type Member } from '#tests/support/builders.ts'
import { textMessages } from '#tests/support/debits.ts'
import type { EncodedCall } from '#tests/support/site/encode-call.ts'
import { recordEvents } from '#tests/support/likes.ts'
import { sampleImage } from '#tests/support/sample-images.ts'
import { randomAddress } from '#tests/support/audits/site-calls.ts'
import { createSnapshot, type Snapshot } from '#tests/support/audits/snapshot.ts'
import { openSocket, rejectVisitor, type TestSocket } from '#tests/support/socket.ts'
import { buildFixture, type Fixture } from './fixture.ts'
import { secrets, type Secret } from './secrets.ts'
import { changingCalls, differencesOf, readingUrls, transcriptOf, withoutRandom } from './whole-transcript.ts'

/*
 * In both worlds of each secret the viewer reads everything, and then makes every call that changes
 * something. The answers are the same to the byte, and so are the events and mails to the viewer, none of
 * them from the owner's secret act, and what a socket of the viewer receives.
 */

let site: TestApp
let fixture: Fixture
let snapshot: Snapshot
let sent: ReturnType<typeof recordEvents>
/** Calls that change something: the same in all worlds, with the ids that a client chooses. */
let changes: EncodedCall[]

beforeAll(async () => {
  site = await startTestApp({ environment: { TRUST_PROXY: 'true', REQUESTS_PER_MINUTE: '1000000' } })
  // Otherwise forms name addresses with an account (ACC-3).
  await changeSettings(site.context, { siteId: 1, settings: { hide_account_existence: true } })
  await site.context.events.drain()
  processImagesOnce()
  await site.app.listen({ port: 0 })
  // The activity of an open socket would be stored in the middle of a world.
  site.context.realtime.onConnected(() => {})
  fixture = await buildFixture(site)
  changes = await changingCalls(fixture, new Blob([new Uint8Array(await sampleImage())]))
  sent = recordEvents(site)
  await site.context.events.drain()
  snapshot = await createSnapshot(site)
})
afterAll(async () => {
  await snapshot.close()
  await site.close()
})

/** All uploads are one image. */
function processImagesOnce() {
  const { images } = site.context
  const process = images.process.bind(images)
  let processed: ReturnType<typeof process> | undefined
  images.process = (...input) => (processed ??= process(...input))
}

/** Returns all that viewers learn in a world. */
async function learnIn({ viewers, prepare, act }: Secret, hasActed: boolean) {
  const world = { site, fixture }
  const members = viewers.map((role) => (role === 'visitor' ? null : fixture[role]))
  await site.context.events.drain()
  await snapshot.restore()
  await prepare?.(world)
  const urls = readingUrls(fixture).map((url) => ({ url }))
  await sent.clear()
  const openSockets = () =>
    Promise.all(members.map((member) => (member ? openSocket(site, member) : rejectVisitor(site.app))))
  const sockets = await openSockets()
  if (hasActed) await act(world)
  sockets.push(...(await openSockets()))
  const transcripts = []
  for (const member of members) {
    const events = member && (await sent.of(member))
    transcripts.push({ ...(await transcriptOf(site, urls, member)), events })
  }
  // A visitor can change nothing that is of members.
  for (const member of members.filter((each) => each !== null)) {
    await sent.clear()
    transcripts.push({ ...(await transcriptOf(site, changes, member)), events: await sent.of(member) })
  }
  const wires: Wire[] = []
  for (const socket of sockets) wires.push('texts' in socket ? await receivedBy(socket) : socket)
  return withoutRandom({ transcripts, wires: wires.map(withoutOwn) }, snapshot)
}

/** What went over one socket, or the body of its rejection. */
type Wire = TestSocket['handshake'] & { code?: number | null; numbers?: number[]; texts?: string[]; body?: string }

/** Closes a socket and returns all bytes that it received; the numbers of events from where it began. */
async function receivedBy({ handshake, texts, ping, closed, close }: TestSocket) {
  const code = await Promise.race([ping().then(() => null), closed])
  close()
  const numbers = texts.flatMap((text) => /^\{[^{]*"seq":(\d+)/.exec(text)?.[1] ?? []).map(Number)
  return {
    ...handshake,
    code,
    numbers: numbers.map((seq) => seq - (numbers[0] ?? 0)),
    texts: texts.map((text) => text.replace(/"seq":\d+/, '"seq":0')),
  }
}

/** Without what differs in every handshake and rejection. */
function withoutOwn({ headers, body, ...wire }: Wire) {
  const { date: _, ratelimit: _count, 'sec-websocket-accept': _key, ...rest } = headers
  return { ...wire, headers: rest, body: body?.replace(/"requestId":"[^"]*"/, '') }
}

/** What viewers learn before any act, where nothing prepares the world: the same for several secrets. */
const learnedBefore = new Map<string, Awaited<ReturnType<typeof learnIn>>>()

async function learnBefore(secret: Secret) {
  const viewers = secret.viewers.join(', ')
  const learned = (!secret.prepare && learnedBefore.get(viewers)) || (await learnIn(secret, false))
  if (!secret.prepare) learnedBefore.set(viewers, learned)
  return learned
}

test.each(secrets)('nothing that a viewer reads, or is answered, shows whether the owner $secret', async (secret) => {
  const before = await learnBefore(secret)
  const after = await learnIn(secret, true)
  for (const [index, transcript] of before.transcripts.entries()) {
    const other = after.transcripts[index]
    expect(differencesOf(transcript, other ?? neverMade())).toEqual([])
    expect(inOneOrder(other?.events)).toEqual(inOneOrder(transcript.events))
  }
  expect(after.wires.map(withSortedTexts)).toEqual(before.wires.map(withSortedTexts))
})

/** Each kind of event is sent by a job of its own, in no fixed order. */
function inOneOrder(events: readonly unknown[] | null | undefined) {
  return events?.map((event) => JSON.stringify(event)).toSorted()
}

function withSortedTexts(wire: Pick<Wire, 'texts'>) {
  return { ...wire, texts: inOneOrder(wire.texts) }
}

function neverMade(): never {
  throw new Error('a transcript is missing')
}

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
