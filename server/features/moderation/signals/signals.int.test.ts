import { randomBytes, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { getUser } from '#contract/accounts/calls.ts'
import { SIGNAL_OPENER_DAYS, SIGNAL_PAUSE_MS } from '#contract/limits.ts'
import { reportProfile } from '#contract/moderation/calls.ts'
import type { Decision } from '#contract/moderation/cases.ts'
import { DAY, HOUR, MINUTE } from '#contract/time.ts'
import { accountErased, emailChanged } from '#server/features/accounts/events.ts'
import { rememberDevice } from '#server/features/accounts/service.ts'
import { clearCodes } from '#server/features/debits/jobs.ts'
import { claimCase } from '#server/features/moderation/cases/claim-case.ts'
import { decideCase } from '#server/features/moderation/cases/decide-case.ts'
import { openCase } from '#server/features/moderation/cases/open-case.ts'
import { eraseHeld, findEvasion } from '#server/features/moderation/jobs.ts'
import { findBanEvasion } from '#server/features/moderation/signals/evasion.ts'
import { changeSettings } from '#server/features/settings/service.ts'
import { emit } from '#server/platform/postgres/db.ts'
import { newId } from '#server/platform/ids.ts'
import { randomAddress } from '#tests/support/audits/site-calls.ts'
import { buildMember, type Member } from '#tests/support/builders.ts'
import { chatOn } from '#tests/support/chat.ts'
import { buildDebit, newIban, randomPhone, requestDebitCode } from '#tests/support/debits.ts'
import { buildPaidOrder } from '#tests/support/operator-orders.ts'
import { buildOperator } from '#tests/support/operators.ts'
import { patternImage, upload } from '#tests/support/sample-images.ts'
import { startTestApp, type TestApp } from '#tests/support/site/app.ts'

let site: TestApp
let eve: string
let chat: ReturnType<typeof chatOn>

beforeAll(async () => {
  site = await startTestApp({ environment: { TRUST_PROXY: 'true', LOG_LEVEL: 'silent' } })
  eve = (await buildOperator(site.context)).operatorId
  chat = chatOn(site)
})
afterAll(() => site.close())

const writer = () => buildMember(site.context, { isPremium: true, credits: 1000 })

/** The open and decided signals about a member, with what was noticed. */
async function signalsOf({ userId }: Member) {
  const rows = await site.context.db
    .selectFrom('moderationCases as c')
    .innerJoin('moderationEvidence as e', 'e.caseId', 'c.id')
    .select(['c.reference', 'c.reason', 'c.status', 'c.content', 'e.data'])
    .where('c.subjectId', '=', userId)
    .where('c.kind', '=', 'signal')
    .where('e.kind', '=', 'signal')
    .orderBy('e.id')
    .execute()
  return rows
}
const reasonsOf = async (member: Member) => (await signalsOf(member)).map(({ reason }) => reason)

/** Messages are inspected after they are stored. */
async function expectSignals(member: Member, reasons: string[]) {
  await expect.poll(() => reasonsOf(member)).toEqual(reasons)
}

async function decide(reference: string, decision: Decision) {
  await claimCase(site.context, { actorId: eve, reference })
  const { version } = await site.context.db
    .selectFrom('moderationCases')
    .select('version')
    .where('reference', '=', reference)
    .executeTakeFirstOrThrow()
  const violation = decision === 'none' ? null : ('scam' as const)
  const input = { actorId: eve, reference, clientId: randomUUID(), version, decision, violation, days: null, note: '' }
  await decideCase(site.context, input)
}

/** Bans a member in a case of its own. Returns the reference of the case. */
async function ban({ userId }: Member) {
  const { reference } = await site.context.transaction((tx) =>
    openCase(site.context, tx, { kind: 'report', subjectId: userId, siteId: 1, reason: 'scam', source: 'own' }),
  )
  await decide(reference, 'ban')
  return reference
}

describe('the text of a message', () => {
  test('that asks for money opens one case, and the message arrives', async () => {
    const [bob, anna] = [await writer(), await buildMember(site.context)]
    const conversationId = await chat.say(bob, anna, 'Could you lend me some money?')
    await expectSignals(bob, ['money_phrase'])
    await chat.say(bob, anna, 'A gift card would do')
    await expectSignals(bob, ['money_phrase', 'money_phrase'])
    const [first, second] = await signalsOf(bob)
    expect(second?.reference).toBe(first?.reference)
    expect(first).toMatchObject({ status: 'open', content: { type: 'message', seq: 1 } })
    expect((await chat.open(anna, conversationId)).reply?.messages).toHaveLength(2)
    expect((await site.call(getUser, {}, bob)).reply?.user).not.toBeNull()
  })

  test('counts beside a gift too, and as the place of a date', async () => {
    const [bob, anna] = [await writer(), await buildMember(site.context)]
    const gift = { kind: 'gift', gift: 'rose', body: 'Could you lend me some money?' } as const
    expect((await chat.post(bob, anna, gift)).status).toBe(200)
    await expectSignals(bob, ['money_phrase'])
    const when = new Date(site.clock.now().getTime() + DAY).toISOString().slice(0, 16)
    expect((await chat.post(bob, anna, { kind: 'date', when, place: 'On WhatsApp' })).status).toBe(200)
    await expectSignals(bob, ['money_phrase', 'contact_data'])
  })

  test('pauses after a decision that found nothing, and not for ever', async () => {
    const [bob, anna, bea] = [await writer(), await buildMember(site.context), await buildMember(site.context)]
    await chat.say(bob, anna, 'Send me 50 euros')
    await expectSignals(bob, ['money_phrase'])
    await decide((await signalsOf(bob))[0]?.reference ?? '', 'none')
    await chat.say(bob, anna, 'Send me 60 euros')
    // What follows it would come after it.
    await chat.say(bob, bea, 'Write to me on WhatsApp')
    await expectSignals(bob, ['money_phrase', 'contact_data'])
    site.clock.advance(SIGNAL_PAUSE_MS + MINUTE)
    await chat.say(bob, anna, 'Send me 70 euros')
    await expectSignals(bob, ['money_phrase', 'contact_data', 'money_phrase'])
    expect((await signalsOf(bob)).map(({ status }) => status)).toEqual(['decided', 'open', 'open'])
  })

  test('counts by the thresholds of the site', async () => {
    const siteId = 1
    const [bob, anna] = [await writer(), await buildMember(site.context)]
    await changeSettings(site.context, {
      siteId,
      settings: { signal_contact_messages: 1, signal_opener_copies: 2, signal_phrases: ['purple elephant'] },
    })
    try {
      await chat.say(bob, anna, 'Hello Anna, you look like someone I would love to meet!')
      await chat.say(bob, anna, 'Mail me at bob@example.com')
      await chat.say(bob, anna, 'I have a Purple Elephant')
      await expectSignals(bob, ['money_phrase'])
      const bea = await buildMember(site.context)
      await chat.say(bob, bea, 'hello Bea! You look like someone I would love to meet')
      await expectSignals(bob, ['money_phrase', 'same_opener'])
      expect((await signalsOf(bob))[1]?.data).toMatchObject({ signal: 'same_opener', copies: 2 })
    } finally {
      await changeSettings(site.context, {
        siteId,
        settings: { signal_contact_messages: 3, signal_opener_copies: 10, signal_phrases: [] },
      })
    }
  })

  test('is compared with other openers as a hash, for some days', async () => {
    const [bob, anna] = [await writer(), await buildMember(site.context)]
    await chat.say(bob, anna, 'Good evening, would you like to see the canals with me?')
    const openers = () =>
      site.context.db.selectFrom('moderationOpeners').selectAll().where('userId', '=', bob.userId).execute()
    await expect.poll(async () => (await openers()).length).toBe(1)
    expect(JSON.stringify(await openers())).not.toContain('canals')
    site.clock.advance(SIGNAL_OPENER_DAYS * DAY + MINUTE)
    await site.context.jobs.enqueue(site.context.db, eraseHeld, {})
    await site.context.jobs.runDue()
    expect(await openers()).toEqual([])
  })
})

test('reports by many members open a case beside those of the reports', async () => {
  const bob = await writer()
  for (const reason of ['spam', 'other', 'scam'] as const) {
    expect(await reasonsOf(bob)).toEqual([])
    const reporter = await buildMember(site.context)
    const form = { photoId: null, message: null, text: 'Look', isBlocking: false }
    const body = { clientId: randomUUID(), profileId: bob.profileId, reason, ...form }
    await site.call(reportProfile, { body }, { cookie: reporter.cookie, headers: randomAddress() })
  }
  expect(await signalsOf(bob)).toMatchObject([{ reason: 'many_reports', data: { reporters: 3 } }])
  expect((await site.call(getUser, {}, bob)).reply?.user).not.toBeNull()
})

describe('an account that resembles a banned one', () => {
  const newHash = () => randomBytes(16)
  const runFindEvasion = () => findBanEvasion(site.context)
  /** Jobs of one queue run one after the other, perhaps not all in one call. */
  const expectFromJobs = (member: Member, matches: object[]) =>
    expect
      .poll(async () => {
        await site.context.jobs.runDue()
        return signalsOf(member)
      })
      .toMatchObject(matches)
  const useDevice = async ({ userId }: Member, tokenHash: Buffer) =>
    site.context.db.insertInto('devices').values({ tokenHash, userId, usedAt: site.clock.now() }).execute()
  const useAccount = async (member: Member, ibanHash: Buffer) => {
    const orderId = await buildPaidOrder(site.context, member)
    const order = await site.context.db
      .selectFrom('orders')
      .select('id')
      .where('publicId', '=', orderId)
      .executeTakeFirstOrThrow()
    const at = site.clock.now()
    const mandate = { details: Buffer.from('x'), language: 'en', reference: randomUUID(), signedAt: at }
    await site.context.db
      .insertInto('mandates')
      .values({
        id: newId(site.clock),
        userId: member.userId,
        orderId: order.id,
        ibanHash,
        collectedFrom: '2030-01-01',
        ...mandate,
      })
      .execute()
  }
  const usePhoto = async (member: Member, image: Uint8Array) =>
    upload(site.app, {
      url: '/api/photos',
      data: { visibility: 'public' },
      cookie: member.cookie,
      file: new Uint8Array(image),
    })
  let seed = 100
  const nextSeed = () => (seed += 1)
  const build = (email?: string) => buildMember(site.context, { isPremium: true, ...(email && { email }) })

  const traits: [
    trait: string,
    use: (member: Member, value: Buffer) => Promise<unknown>,
    value: () => Promise<Buffer>,
  ][] = [
    ['device', useDevice, async () => newHash()],
    ['bank_account', useAccount, async () => newHash()],
    ['photo', usePhoto, async () => Buffer.from(await patternImage({ seed: nextSeed() }))],
  ]
  test.each(traits)('in its %s opens one case and is not restricted', async (trait, use, valueOf) => {
    const value = await valueOf()
    const banned = await build()
    await use(banned, value)
    const reference = await ban(banned)
    const [other, stranger] = [await build(), await build()]
    await use(other, value)
    await runFindEvasion()
    await runFindEvasion()
    expect(await signalsOf(other)).toMatchObject([{ reason: 'ban_evasion', data: { trait, ban: reference } }])
    expect(await signalsOf(stranger)).toEqual([])
    expect(await signalsOf(banned)).toEqual([])
    expect((await site.call(getUser, {}, other)).reply?.user).not.toBeNull()
  })

  test.each(traits)(
    'in its %s before the ban opens one case, however old the account is',
    async (trait, use, valueOf) => {
      const value = await valueOf()
      const [banned, other, stranger] = [await build(), await build(), await build()]
      await use(banned, value)
      await use(other, value)
      // The hourly job compares no account from before its last run.
      site.clock.advance(9 * DAY)
      await runFindEvasion()
      const reference = await ban(banned)
      const matches = [{ reason: 'ban_evasion', data: { trait, ban: reference } }]
      await expectFromJobs(other, matches)
      await runFindEvasion()
      expect(await signalsOf(other)).toMatchObject(matches)
      expect(await signalsOf(stranger)).toEqual([])
      expect(await signalsOf(banned)).toEqual([])
    },
  )

  test.each(traits)('in its %s opens one case after the banned account is erased', async (trait, use, valueOf) => {
    const value = await valueOf()
    const [banned, other] = [await build(), await build()]
    await use(banned, value)
    const reference = await ban(banned)
    await site.context.transaction(async (tx) => {
      await emit(tx, accountErased, { userId: banned.userId })
      await tx.deleteFrom('users').where('id', '=', banned.userId).execute()
    })
    await use(other, value)
    await runFindEvasion()
    expect(await signalsOf(other)).toMatchObject([{ reason: 'ban_evasion', data: { trait, ban: reference } }])
  })

  test('on its device opens a case also when another log-in has given the device another token', async () => {
    const token = newHash()
    const [banned, third, other] = [await build(), await build(), await build()]
    await useDevice(banned, token)
    await ban(banned)
    await rememberDevice(site.context, { userId: third.userId, deviceHash: token })
    await site.context.transaction(async (tx) => {
      await emit(tx, accountErased, { userId: banned.userId })
      await tx.deleteFrom('users').where('id', '=', banned.userId).execute()
    })
    const { tokenHash } = await site.context.db
      .selectFrom('devices')
      .select('tokenHash')
      .where('userId', '=', third.userId)
      .executeTakeFirstOrThrow()
    await rememberDevice(site.context, { userId: other.userId, deviceHash: tokenHash })
    await runFindEvasion()
    for (const member of [third, other])
      expect(await signalsOf(member)).toMatchObject([{ reason: 'ban_evasion', data: { trait: 'device' } }])
  })

  test('is noticed after the job has not run for longer than a day', async () => {
    await runFindEvasion()
    const name = randomUUID().replaceAll('-', '')
    await ban(await build(`${name}@gmail.com`))
    const other = await build(`${name}+new@gmail.com`)
    const device = newHash()
    site.clock.advance(3 * DAY)
    await runFindEvasion()
    expect(await signalsOf(other)).toMatchObject([{ reason: 'ban_evasion', data: { trait: 'email' } }])
    const banned = await build()
    await useDevice(banned, device)
    await ban(banned)
    await useDevice(other, device)
    site.clock.advance(3 * DAY)
    await runFindEvasion()
    expect((await signalsOf(other)).map(({ data }) => data)).toMatchObject([{ trait: 'email' }, { trait: 'device' }])
  })

  test('in its mailbox before the ban opens one case', async () => {
    const name = randomUUID().replaceAll('-', '')
    const [banned, other] = [
      await build(`${name}@gmail.com`),
      await build(`${name.slice(0, 5)}.${name.slice(5)}@googlemail.com`),
    ]
    site.clock.advance(9 * DAY)
    await runFindEvasion()
    const reference = await ban(banned)
    await expectFromJobs(other, [{ reason: 'ban_evasion', data: { trait: 'email', ban: reference } }])
    expect(await signalsOf(banned)).toEqual([])
  })

  test('in the phone number of an old direct debit, whose code is deleted, opens one case', async () => {
    const banned = await build()
    const { phone } = await buildDebit(site, banned, { iban: newIban() })
    site.clock.advance(2 * DAY)
    await site.context.jobs.enqueue(site.context.db, clearCodes, {})
    const codes = site.context.db.selectFrom('smsCodes').select('id').where('userId', '=', banned.userId)
    await expect
      .poll(async () => {
        await site.context.jobs.runDue()
        return codes.execute()
      })
      .toEqual([])
    const reference = await ban(banned)
    const [other, stranger] = [await build(), await build()]
    await requestDebitCode(site, other, phone)
    await buildDebit(site, stranger, { iban: newIban() })
    await runFindEvasion()
    await runFindEvasion()
    expect(await signalsOf(other)).toMatchObject([{ reason: 'ban_evasion', data: { trait: 'phone', ban: reference } }])
    expect(await signalsOf(stranger)).toEqual([])
    expect(await signalsOf(banned)).toEqual([])
  })

  test('in its mailbox, however it is written, from the start or after a change', async () => {
    const name = randomUUID().replaceAll('-', '')
    const banned = await build(`${name}@gmail.com`)
    await ban(banned)
    const other = await build(`${name.slice(0, 4)}.${name.slice(4)}+new@googlemail.com`)
    await site.context.jobs.enqueue(site.context.db, findEvasion, {})
    await expectFromJobs(other, [{ reason: 'ban_evasion', data: { trait: 'email' } }])
    site.clock.advance(3 * HOUR)
    const old = await build()
    site.clock.advance(3 * HOUR)
    const email = `${name}+later@gmail.com`
    await site.context.transaction(async (tx) => {
      await tx.updateTable('users').set({ email, emailKey: email }).where('id', '=', old.userId).execute()
      await emit(tx, emailChanged, { userId: old.userId, siteId: 1 })
    })
    expect(await signalsOf(old)).toMatchObject([{ reason: 'ban_evasion', data: { trait: 'email' } }])
  })

  test('in a mailbox that several new accounts have opens a case for each', async () => {
    const name = randomUUID().replaceAll('-', '')
    await ban(await build(`${name}@gmail.com`))
    const others = [await build(`${name.slice(0, 4)}.${name.slice(4)}@gmail.com`), await build(`${name}+b@gmail.com`)]
    await runFindEvasion()
    for (const other of others)
      expect(await signalsOf(other)).toMatchObject([{ reason: 'ban_evasion', data: { trait: 'email' } }])
  })

  test('raises nothing once the ban is reversed', async () => {
    const phone = randomPhone()
    const banned = await build()
    await requestDebitCode(site, banned, phone)
    const reference = await ban(banned)
    const { id: of } = await site.context.db
      .selectFrom('moderationCases')
      .select('id')
      .where('reference', '=', reference)
      .executeTakeFirstOrThrow()
    const fingerprints = site.context.db.selectFrom('moderationFingerprints').select('trait').where('caseId', '=', of)
    expect((await fingerprints.execute()).map(({ trait }) => trait)).toContain('phone')
    const max = (await buildOperator(site.context)).operatorId
    const appeal = await site.context.transaction((tx) =>
      openCase(site.context, tx, {
        kind: 'appeal',
        subjectId: banned.userId,
        siteId: 1,
        reason: 'scam',
        source: 'notice',
        appeal: { of, appellant: 'subject', excludedActor: eve },
      }),
    )
    await claimCase(site.context, { actorId: max, reference: appeal.reference })
    const outcome = { decision: 'reverse' as const, violation: null, days: null, note: '' }
    await decideCase(site.context, {
      actorId: max,
      reference: appeal.reference,
      clientId: randomUUID(),
      version: 1,
      ...outcome,
    })
    // What recognised the member is deleted.
    expect(await fingerprints.execute()).toEqual([])
    const other = await build()
    await requestDebitCode(site, other, phone)
    await runFindEvasion()
    expect(await signalsOf(other)).toEqual([])
  })
})
