import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DELETION_DAYS, MESSAGES_PAGE_SIZE, OPERATOR_CREDITS_PER_DAY, OPERATOR_PAGE } from '#contract/limits.ts'
import type { MessagePlace } from '#contract/operator/members/schemas.ts'
import type { OperatorRole } from '#contract/operator/permissions.ts'
import * as calls from '#contract/operator/members/calls.ts'
import { getUser } from '#contract/accounts/calls.ts'
import { MINUTE } from '#contract/time.ts'
import { addressHash } from '#server/features/notifications/mails/addresses.ts'
import { recordBounce } from '#server/features/notifications/reports/record-report.ts'
import { phoneHash } from '#server/features/debits/codes.ts'
import { findLedgerFaults } from '#server/features/operator/money/ledger-faults.ts'
import { newId } from '#server/platform/ids.ts'
import { buildMember, type Member } from '#tests/support/builders.ts'
import { chatOn } from '#tests/support/chat.ts'
import { buildOperator, type BuiltOperator } from '#tests/support/operators.ts'
import { startTestApp, type TestApp } from '#tests/support/site/app.ts'

let site: TestApp

beforeAll(async () => {
  site = await startTestApp()
})
afterAll(() => site.close())

const of = ({ profileId }: Member) => ({ params: { memberId: profileId } })
const operator = (role: OperatorRole = 'support') => buildOperator(site.context, { role })
const unknownMember = { params: { memberId: 'bcdfghjkmnpqrs' } }

async function search(q: string | undefined, by: BuiltOperator) {
  const { reply } = await site.call(calls.listMembers, { query: q === undefined ? {} : { q } }, by)
  return reply?.members.map(({ id }) => id)
}

/** What the audit log has of an operator, the latest last. */
function actsOf({ operatorId }: BuiltOperator) {
  return site.context.db
    .selectFrom('auditLog')
    .select(['act', 'subjectKind', 'subjectId', 'details'])
    .where('operatorId', '=', operatorId)
    .orderBy('id')
    .execute()
}

describe('finding members', () => {
  test('works by id, address, beginning of the name in any case, and the reference of a payment', async () => {
    const by = await operator()
    const name = `Xénia ${randomUUID().slice(0, 6)}`
    const member = await buildMember(site.context, { name })
    const now = site.clock.now()
    const orderId = 'wxyzbcdfghjkmn'
    await site.context.db
      .insertInto('orders')
      .values({
        id: 77,
        publicId: orderId,
        userId: member.userId,
        siteId: site.context.sites.of('localhost').id,
        clientId: randomUUID(),
        bundle: 'p0',
        credits: 10,
        amountMinor: 1000,
        currency: 'EUR',
        country: 'NL',
        paymentCountry: 'NL',
        method: 'card',
        provider: 'sandbox',
        providerRef: 'tr_WDqYK6vllg',
        status: 'pending',
        createdAt: now,
        updatedAt: now,
      })
      .execute()
    for (const text of [member.profileId, member.email.toUpperCase(), name.toLowerCase(), orderId, 'tr_WDqYK6vllg'])
      expect([text, await search(text, by)]).toEqual([text, [member.profileId]])
    expect(await search(name.slice(1), by)).toEqual([])
    expect(await search('%', by)).toEqual([])
    expect(await search("'; drop table users; --", by)).toEqual([])
  })

  test('works by the phone number of a direct debit', async () => {
    const by = await operator()
    const member = await buildMember(site.context)
    const hash = phoneHash(site.context, '+31612345678')
    const now = site.clock.now()
    await site.context.db
      .insertInto('smsCodes')
      .values({
        id: 7,
        userId: member.userId,
        phoneHash: hash,
        rangeHash: hash,
        codeHash: hash,
        createdAt: now,
        expiresAt: now,
      })
      .execute()
    expect(await search('+31 6 1234 5678', by)).toEqual([member.profileId])
    expect(await search('0031612345678', by)).toEqual([member.profileId])
    expect(await search('+31 6 1234 5679', by)).toEqual([])
  })

  test('lists the newest without a text, page by page, and names page by page', async () => {
    const by = await operator()
    const prefix = `Pagina${randomUUID().slice(0, 4)}`
    for (let n = 0; n < OPERATOR_PAGE + 2; n += 1) await buildMember(site.context, { name: `${prefix} ${n % 3}` })
    for (const [query, total] of [
      [{}, 2 * OPERATOR_PAGE],
      [{ q: prefix }, OPERATOR_PAGE + 2],
    ] as const) {
      const first = (await site.call(calls.listMembers, { query }, by)).reply
      const before = first?.next ?? ''
      const second = (await site.call(calls.listMembers, { query: { ...query, before } }, by)).reply
      const ids = [...(first?.members ?? []), ...(second?.members ?? [])].map(({ id }) => id)
      expect(first?.members).toHaveLength(OPERATOR_PAGE)
      expect(new Set(ids).size).toBe(ids.length)
      expect(ids.length).toBeLessThanOrEqual(total)
      expect(ids.length).toBeGreaterThanOrEqual(OPERATOR_PAGE + 2)
    }
  })

  test('is recorded without the text', async () => {
    const by = await operator('moderator')
    await search('lina@example.com', by)
    expect(await actsOf(by)).toEqual([
      { act: 'members_searched', subjectKind: null, subjectId: null, details: { kind: 'address', found: 0 } },
    ])
  })

  test.each([{ q: 'x'.repeat(255) }, { before: 'short' }, { page: 2 }])('rejects %o', async (query) => {
    const { status } = await site.call(calls.listMembers, { query }, await operator())
    expect(status).toBe(400)
  })
})

test('the page of a member shows account, sessions, orders, cases and ledger, and each look is recorded', async () => {
  const by = await operator('moderator')
  const member = await buildMember(site.context, { credits: 40, isPremium: true, photos: ['public'] })
  const { reply } = await site.call(calls.getMember, of(member), by)
  expect(reply).toMatchObject({
    id: member.profileId,
    email: member.email,
    state: 'active',
    credits: 40,
    isPremium: true,
    photos: 1,
    creditsLeft: 0,
    orders: [],
    cases: [],
  })
  expect(reply?.sessions).toHaveLength(1)
  const ledger = await site.call(calls.listMemberLedger, { ...of(member), query: {} }, by)
  expect(ledger.reply).toMatchObject({ entries: [{ kind: 'demo', amount: 40, balanceAfter: 40 }], next: null })
  const subject = { subjectKind: 'member', subjectId: String(member.userId), details: {} }
  expect(await actsOf(by)).toEqual([
    { act: 'member_seen', ...subject },
    { act: 'ledger_seen', ...subject },
  ])
})

test('the page of a member says which mails were sent, which wait, and why others were not sent', async () => {
  const { db, clock } = site.context
  const by = await operator()
  const member = await buildMember(site.context)
  const { userId } = member
  const other = await buildMember(site.context)
  const minutesAgo = (minutes: number) => new Date(clock.now().getTime() - minutes * MINUTE)
  const mail = (minutes: number, values: { kind: string; state: string; key?: string; reason?: string }) => {
    const [id, at] = [newId(clock), minutesAgo(minutes)]
    const row = { id, userId, domain: '', createdAt: at, runAt: at, ...values }
    return db.insertInto('noticeMails').values(row).returning('id').executeTakeFirstOrThrow()
  }
  await mail(9, { kind: 'weekly_updates', key: 'weekly', state: 'sent' })
  await mail(8, { kind: 'reminders', key: 'credits', state: 'skipped', reason: 'seen' })
  const waiting = await mail(7, { kind: 'new_messages', state: 'queued' })
  const unknown = await mail(6, { kind: 'like', state: 'unknown', reason: 'interrupted' })
  const entry = (
    minutes: number,
    values: { channel?: 'push'; kind: string; mailId?: number; reason?: string; pushedAt?: Date },
  ) => {
    const [id, decidedAt, otherId] = [newId(clock), minutesAgo(minutes), other.userId]
    return db
      .insertInto('noticeLog')
      .values({ id, userId, channel: 'mail', otherId, seq: minutes, decidedAt, ...values })
      .execute()
  }
  await entry(7, { kind: 'message', mailId: waiting.id })
  await entry(6, { kind: 'like', mailId: unknown.id })
  await entry(5, { kind: 'promotions', reason: 'no_consent' })
  await entry(4, { channel: 'push', kind: 'like', pushedAt: minutesAgo(4) })
  await entry(3, { channel: 'push', kind: 'like' })
  const { reply } = await site.call(calls.getMember, of(member), by)
  expect(reply?.notices.map(({ kind, skipped, isWaiting }) => [kind, skipped, isWaiting])).toEqual([
    ['like', null, true],
    ['like', null, false],
    ['promotions', 'no_consent', false],
    ['like', 'interrupted', false],
    ['message', null, true],
    ['reminders', 'seen', false],
    ['weekly_updates', null, false],
  ])
})

test('an unknown member is not found by any call, and nothing is recorded', async () => {
  const by = await operator('owner')
  const body = { reason: 'Why' }
  const answers = [
    await site.call(calls.getMember, unknownMember, by),
    await site.call(calls.listMemberLedger, { ...unknownMember, query: {} }, by),
    await site.call(calls.readMemberMessages, { ...unknownMember, body }, by),
    await site.call(calls.correctMember, { ...unknownMember, body: { ...body, name: 'Lina' } }, by),
    await site.call(calls.logMemberOut, unknownMember, by),
    await site.call(calls.resendMail, { ...unknownMember, body: { mail: 'password_reset' } }, by),
    await site.call(calls.liftMailComplaint, { ...unknownMember, body: { reason: 'Asked by phone' } }, by),
    await site.call(calls.pauseMember, unknownMember, by),
    await site.call(calls.resumeMember, unknownMember, by),
    await site.call(calls.exportMember, unknownMember, by),
    await site.call(calls.deleteMember, { ...unknownMember, body }, by),
    await site.call(
      calls.adjustMemberCredits,
      { ...unknownMember, body: { ...body, clientId: randomUUID(), amount: 1 } },
      by,
    ),
  ]
  expect(new Set(answers.map(({ error }) => error?.code))).toEqual(new Set(['request.not_found']))
  expect(await actsOf(by)).toEqual([])
})

describe('messages', () => {
  test('are shown for a reason that the audit log keeps', async () => {
    const by = await operator()
    const [member, friend] = [
      await buildMember(site.context, { isPremium: true, credits: 100 }),
      await buildMember(site.context, { gender: 'male', isPremium: true, credits: 100 }),
    ]
    const { send } = chatOn(site)
    expect((await send(member, friend)).status).toBe(200)
    const { error } = await site.call(calls.readMemberMessages, { ...of(member), body: { reason: '  ' } }, by)
    expect(error?.fields?.['reason']?.code).toBe('operator.reason_required')
    expect(await actsOf(by)).toEqual([])
    const { reply } = await site.call(calls.readMemberMessages, { ...of(member), body: { reason: 'Ticket 12' } }, by)
    expect(reply?.messages).toMatchObject([{ partner: { id: friend.profileId, name: friend.name }, isSent: true }])
    const theirs = await site.call(calls.readMemberMessages, { ...of(friend), body: { reason: 'Ticket 12' } }, by)
    expect(theirs.reply?.messages).toMatchObject([{ isSent: false }])
    expect((await actsOf(by))[0]).toMatchObject({ act: 'messages_read', details: { reason: 'Ticket 12' } })
    const [sent] = reply?.messages ?? []
    const before = { at: '2020-01-01T00:00:00.000Z', conversationId: sent?.conversationId ?? '', seq: 1 }
    const early = { reason: 'Ticket 12', before }
    expect((await site.call(calls.readMemberMessages, { ...of(member), body: early }, by)).reply?.messages).toEqual([])
    const bad = { reason: 'Ticket 12', before: { ...before, seq: 2 ** 31 } }
    expect((await site.call(calls.readMemberMessages, { ...of(member), body: bad }, by)).status).toBe(400)
  })

  test('of the same millisecond are all read, page by page', async () => {
    const by = await operator()
    const { build, send } = chatOn(site)
    const member = await build({ isPremium: true, credits: 10_000 })
    const [friend, other] = [await build({ isPremium: true }), await build({ isPremium: true })]
    const receivers = [...Array.from({ length: MESSAGES_PAGE_SIZE + 2 }, () => friend), other, other, other]
    const all: string[] = []
    // The clock of the test stands still. One conversation alone has more than a page.
    for (const [number, receiver] of receivers.entries()) {
      expect((await send(member, receiver, `Message ${number}`)).status).toBe(200)
      all.push(`${receiver.profileId} Message ${number}`)
    }
    const seen: string[] = []
    let before: MessagePlace | undefined
    do {
      const body = { reason: 'Ticket 13', ...(before && { before }) }
      const { reply } = await site.call(calls.readMemberMessages, { ...of(member), body }, by)
      seen.push(...(reply?.messages ?? []).map(({ partner, text }) => `${partner?.id} ${text}`))
      before = reply?.next ?? undefined
    } while (before)
    expect(seen.toSorted()).toEqual(all.toSorted())
  })
})

describe('a correction', () => {
  test('changes name and date of birth, the date more than once, and leaves the member theirs', async () => {
    const by = await operator()
    const member = await buildMember(site.context)
    const correct = (body: object) =>
      site.call(calls.correctMember, { ...of(member), body: { reason: 'Passport', ...body } }, by)
    expect((await correct({ name: 'Wilhelmina', birthDate: '1990-02-03' })).status).toBe(204)
    expect((await correct({ birthDate: '1990-02-04' })).status).toBe(204)
    const { reply } = await site.call(calls.getMember, of(member), by)
    expect(reply).toMatchObject({ name: 'Wilhelmina', birthDate: '1990-02-04' })
    const row = await site.context.db
      .selectFrom('profiles')
      .select('birthDateCorrectedAt')
      .where('userId', '=', member.userId)
      .executeTakeFirst()
    expect(row?.birthDateCorrectedAt).toBeNull()
    expect((await actsOf(by))[0]?.details).toEqual({ fields: 'name birth_date', reason: 'Passport' })
  })

  test('of the address is confirmed by the member, who keeps the old one until then', async () => {
    const by = await operator()
    const member = await buildMember(site.context)
    const email = `${randomUUID()}@example.com`
    const body = { email, reason: 'Asked by phone' }
    expect((await site.call(calls.correctMember, { ...of(member), body }, by)).status).toBe(204)
    const { reply } = await site.call(calls.getMember, of(member), by)
    expect(reply).toMatchObject({ email: member.email, pendingEmail: email })
    const other = await buildMember(site.context)
    const taken = await site.call(calls.correctMember, { ...of(member), body: { email: other.email, reason: 'x' } }, by)
    expect(taken.error?.fields?.['email']?.code).toBe('accounts.email_taken')
    // Of the log, only that the address was changed.
    expect((await actsOf(by))[0]?.details).toEqual({ fields: 'address', reason: 'Asked by phone' })
  })

  test.each([
    [{ birthDate: '2020-01-01' }, 'profiles.too_young'],
    [{ birthDate: '1990-02-31' }, 'profiles.birth_date_invalid'],
    [{ name: 'x'.repeat(80) }, 'profiles.name_length'],
    [{ name: 'Support' }, 'profiles.name_not_allowed'],
    [{ email: 'not an address' }, 'accounts.email_invalid'],
    [{}, 'request.invalid'],
    [{ gender: 'male' }, 'request.invalid'],
    [{ name: 'Lina', reason: '' }, 'operator.reason_required'],
  ])('to %o is rejected', async (change, code) => {
    const member = await buildMember(site.context)
    const body = { reason: 'Why', ...change } as never
    const { error } = await site.call(calls.correctMember, { ...of(member), body }, await operator())
    const codes = Object.values(error?.fields ?? {}).map((field) => field.code)
    expect([error?.code, ...codes]).toContain(code)
    const { name } = await site.context.db
      .selectFrom('profiles')
      .select('name')
      .where('userId', '=', member.userId)
      .executeTakeFirstOrThrow()
    expect(name).toBe(member.name)
  })
})

test('logging out ends every session', async () => {
  const member = await buildMember(site.context)
  expect((await site.call(calls.logMemberOut, of(member), await operator())).status).toBe(204)
  expect((await site.call(getUser, {}, member)).reply).toMatchObject({ user: null })
})

test('the confirmation is sent again to those who have not confirmed, a few times a day', async () => {
  const by = await operator()
  const [waiting, confirmed] = [
    await buildMember(site.context, { isConfirmed: false }),
    await buildMember(site.context),
  ]
  const answers: (string | undefined)[] = []
  const resend = async (member: Member) =>
    (await site.call(calls.resendMail, { ...of(member), body: { mail: 'confirmation' } }, by)).error?.code
  for (let n = 0; n < 10; n += 1) answers.push(await resend(waiting))
  expect(answers[0]).toBeUndefined()
  expect(answers.at(-1)).toBe('accounts.mail_limit')
  expect(await resend(confirmed)).toBe('operator.member_state')
  const sent = (await actsOf(by)).filter(({ act }) => act === 'mail_resent')
  expect(sent).toHaveLength(answers.filter((answer) => answer === undefined).length)
})

test('a complaint about a mail is lifted for a member who asks for it, once, and with a reason', async () => {
  const by = await operator()
  const member = await buildMember(site.context)
  const stopOf = async () => (await site.call(calls.getMember, of(member), by)).reply?.mailStop
  const lift = async (reason = 'Asked by phone') =>
    site.call(calls.liftMailComplaint, { ...of(member), body: { reason } }, by)
  expect([await stopOf(), (await lift()).error?.code]).toEqual([null, 'operator.member_state'])
  await recordBounce(site.context, { email: member.email, type: 'complaint' })
  expect(await stopOf()).toBe('fbl')
  expect((await lift('')).error?.fields?.['reason']?.code).toBe('operator.reason_required')
  const answers = await Promise.all([lift(), lift()])
  expect(answers.map(({ error }) => error?.code ?? 'ok').toSorted()).toEqual(['ok', 'operator.member_state'])
  expect(await stopOf()).toBeNull()
  const acts = (await actsOf(by)).filter(({ act }) => act === 'mail_complaint_lifted')
  expect(acts).toMatchObject([{ details: { reason: 'Asked by phone' } }])
  // Nor is the address remembered.
  const address = await site.context.db
    .selectFrom('mailAddresses')
    .select('complainedAt')
    .where('addressHash', '=', addressHash(site.context.config, member.email))
    .executeTakeFirst()
  expect(address?.complainedAt).toBeNull()
})

test('a pause hides the member, who can end it, and twice is as once', async () => {
  const by = await operator()
  const member = await buildMember(site.context)
  const stateOf = async () => (await site.call(calls.getMember, of(member), by)).reply?.state
  for (const call of [calls.pauseMember, calls.pauseMember]) {
    expect((await site.call(call, of(member), by)).status).toBe(204)
    expect(await stateOf()).toBe('paused')
  }
  expect((await site.call(getUser, {}, member)).reply).toMatchObject({ user: { is_paused: true } })
  expect((await site.call(calls.resumeMember, of(member), by)).status).toBe(204)
  expect(await stateOf()).toBe('active')
})

test('an export is built for the member, one at a time', async () => {
  const by = await operator()
  const member = await buildMember(site.context)
  const answers = await Promise.all([1, 2].map(() => site.call(calls.exportMember, of(member), by)))
  expect(answers.map(({ error }) => error?.code ?? 'ok').toSorted()).toEqual(['exports.in_progress', 'ok'])
  const rows = await site.context.db.selectFrom('dataExports').selectAll().where('userId', '=', member.userId).execute()
  expect(rows).toHaveLength(1)
})

describe('a deletion', () => {
  test('logs the member out, is erased after the days to undo it, and a look later says no more', async () => {
    const by = await operator('manager')
    const member = await buildMember(site.context, { credits: 10 })
    const body = { reason: 'Asked by letter' }
    const answers = await Promise.all([1, 2].map(() => site.call(calls.deleteMember, { ...of(member), body }, by)))
    expect(answers.map(({ error }) => error?.code ?? 'ok').toSorted()).toEqual(['ok', 'operator.member_state'])
    expect((await site.call(getUser, {}, member)).reply).toMatchObject({ user: null })
    const { reply } = await site.call(calls.getMember, of(member), by)
    expect(reply?.state).toBe('deleted')
    const row = await site.context.db
      .selectFrom('users')
      .select('deletedAt')
      .where('id', '=', member.userId)
      .executeTakeFirst()
    expect(row?.deletedAt).toEqual(site.clock.now())
    expect(DELETION_DAYS).toBeGreaterThan(0)
    // Nothing else can be done about a deleted member.
    expect((await site.call(calls.pauseMember, of(member), by)).error?.code).toBe('operator.member_state')
    expect((await site.call(calls.exportMember, of(member), by)).error?.code).toBe('operator.member_state')
  })

  test('needs a reason', async () => {
    const member = await buildMember(site.context)
    const input = { ...of(member), body: { reason: '' } }
    const { error } = await site.call(calls.deleteMember, input, await operator('owner'))
    expect(error?.fields?.['reason']?.code).toBe('operator.reason_required')
  })

  test('of an account that the safety queue has closed is not possible', async () => {
    const member = await buildMember(site.context)
    await site.context.db
      .updateTable('users')
      .set({ disabledAt: site.clock.now() })
      .where('id', '=', member.userId)
      .execute()
    const input = { ...of(member), body: { reason: 'x' } }
    const { error } = await site.call(calls.deleteMember, input, await operator('owner'))
    expect(error?.code).toBe('operator.member_state')
  })
})

describe('credits', () => {
  const adjust = (member: Member, by: BuiltOperator, change: { amount: number; clientId?: string; reason?: string }) =>
    site.call(
      calls.adjustMemberCredits,
      { ...of(member), body: { clientId: randomUUID(), reason: 'Goodwill', ...change } },
      by,
    )

  test('are given and taken once for each client id, with the reason in the log', async () => {
    const by = await operator()
    const member = await buildMember(site.context, { credits: 10 })
    const clientId = randomUUID()
    const answers = await Promise.all([1, 2, 3].map(() => adjust(member, by, { amount: 25, clientId })))
    expect(answers.map(({ reply }) => reply?.credits)).toEqual([35, 35, 35])
    expect((await adjust(member, by, { amount: -5 })).reply).toEqual({ credits: 30 })
    expect((await adjust(member, by, { amount: 26, clientId })).error?.code).toBe('operator.sent_before')
    expect((await actsOf(by)).map(({ act, details }) => [act, details])).toEqual([
      ['credits_adjusted', { amount: 25, reason: 'Goodwill' }],
      ['credits_adjusted', { amount: -5, reason: 'Goodwill' }],
    ])
    expect(await findLedgerFaults(site.context)).toEqual([])
  })

  test('are not taken below zero, and premium does not begin with those taken', async () => {
    const by = await operator('manager')
    const member = await buildMember(site.context, { credits: 10 })
    await site.context.db
      .updateTable('accountBalances')
      .set({ creditsUntilPremium: 3 })
      .where('userId', '=', member.userId)
      .execute()
    const tooMuch = await adjust(member, by, { amount: -11 })
    expect(tooMuch.error?.fields?.['amount']?.code).toBe('operator.credits_missing')
    expect((await adjust(member, by, { amount: -8 })).reply).toEqual({ credits: 2 })
    const { reply } = await site.call(calls.getMember, of(member), by)
    expect(reply).toMatchObject({ credits: 2, isPremium: false })
  })

  test('are limited by the role within a day, also for two acts at once', async () => {
    const by = await operator()
    const limit = OPERATOR_CREDITS_PER_DAY.support
    const [one, two] = [await buildMember(site.context), await buildMember(site.context)]
    const answers = await Promise.all([adjust(one, by, { amount: limit }), adjust(two, by, { amount: limit })])
    expect(answers.map(({ error }) => error?.code ?? 'ok').toSorted()).toEqual(['ok', 'operator.credits_limit'])
    expect((await adjust(one, by, { amount: 1 })).error).toMatchObject({ params: { left: 0 } })
    expect((await adjust(one, await operator('manager'), { amount: limit + 1 })).status).toBe(200)
  })

  test.each([0, 1.5, 1_000_000, -1_000_000])('of %d are rejected', async (amount) => {
    const { error } = await adjust(await buildMember(site.context), await operator('owner'), { amount })
    expect(error?.fields?.['amount']?.code).toBe('operator.credits_amount')
  })
})
