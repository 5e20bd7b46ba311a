import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { logIn } from '#contract/accounts/calls.ts'
import * as security from '#contract/accounts/security-calls.ts'
import { LOGIN_STEP_MS, TOTP_PERIOD_MS } from '#contract/limits.ts'
import { renewSecondFactors } from '#server/features/accounts/second-factor/renew-encryption.ts'
import { sealDetails, openDetails } from '#server/features/debits/mandate-details.ts'
import { renewMandates } from '#server/features/debits/renew-encryption.ts'
import { mailIdIn, messageIdOf } from '#server/features/notifications/mails/signed-ids.ts'
import { renewOperators } from '#server/features/operator/team/renew-encryption.ts'
import { sealOf } from '#server/features/operator/access/login.ts'
import { decrypt } from '#server/platform/encryption.ts'
import { buildMember } from '#tests/support/builders.ts'
import { buildDebit } from '#tests/support/debits.ts'
import { buildOperator } from '#tests/support/operators.ts'
import { sent, setCookies } from '#tests/support/site/cookies.ts'
import { startTestApp, type TestApp } from '#tests/support/site/app.ts'

const [first, second] = ['the first secret of this site, long', 'the second secret of this site, also']
const base = { TRUST_PROXY: 'true', LOG_LEVEL: 'silent' }

/** One site, before, while and after its secret is replaced. */
let before: TestApp
let during: TestApp
let after: TestApp

beforeAll(async () => {
  before = await startTestApp({ environment: { ...base, APP_SECRET: first } })
  const { connectionString, clock } = before
  const renewed = { ...base, APP_SECRET: second, HASH_SECRET: first }
  during = await startTestApp({
    connectionString,
    clock,
    environment: { ...renewed, APP_SECRET_PREVIOUS: first },
  })
  after = await startTestApp({ connectionString, clock, environment: renewed })
})
afterAll(async () => {
  await after.close()
  await during.close()
  await before.close()
})

test('codes, mandates and links of the former secret work, and after the renewal without it', async () => {
  const member = await buildMember(before.context)
  const { reply } = await before.call(security.startSecondFactor, { body: { password: member.password } }, member)
  const totp = new TOTP({ secret: Secret.fromBase32((reply?.secret ?? '').replaceAll(' ', '')) })
  const code = () => totp.generate({ timestamp: before.clock.now().getTime() })
  const { reply: turnedOn } = await before.call(security.turnOnSecondFactor, { body: { code: code() } }, member)
  await buildDebit(before, await buildMember(before.context))
  const operator = await buildOperator(before.context)

  async function logInAt(site: TestApp, secondStep: string) {
    before.clock.advance(LOGIN_STEP_MS + TOTP_PERIOD_MS)
    const { email, password } = member
    const { headers } = await site.call(logIn, { body: { email, password } })
    const step = setCookies(headers).find((cookie) => cookie.startsWith('login-step=')) ?? ''
    const body = { code: secondStep || code() }
    return (await site.call(security.logInWithCode, { body }, sent(step))).status
  }
  async function openedAt({ context: { config, db } }: TestApp) {
    const mandate = await db.selectFrom('mandates').select(['reference', 'details']).executeTakeFirstOrThrow()
    const { totpSecret } = await db
      .selectFrom('operators')
      .select('totpSecret')
      .where('id', '=', operator.operatorId)
      .executeTakeFirstOrThrow()
    const sealed = { ...sealOf(operator.operatorId), data: totpSecret ?? Buffer.alloc(0) }
    return [openDetails(config, mandate).holder, decrypt(config, sealed).length]
  }

  expect(await logInAt(during, '')).toBe(200)
  expect(await openedAt(during)).toEqual([expect.any(String), 20])
  expect(await logInAt(after, '')).toBe(500)
  await expect(openedAt(after)).rejects.toThrow(/authenticate/)

  expect(await renewSecondFactors(during.context)).toBe(1)
  expect(await renewMandates(during.context)).toBe(1)
  expect(await renewOperators(during.context)).toBe(1)
  expect(await logInAt(after, '')).toBe(200)
  expect(await openedAt(after)).toEqual([expect.any(String), 20])
  // A stored hash cannot be made again: it keeps its key.
  expect(await logInAt(after, turnedOn?.recoveryCodes[0] ?? '')).toBe(200)
})

test('what is signed now has the new secret, and the former one is accepted while it is set', () => {
  const [old, now, later] = [before, during, after].map(({ context }) => context.config)
  if (!old || !now || !later) throw new Error('three sites')
  expect(mailIdIn(now, messageIdOf(old, 7))).toBe(7)
  expect(mailIdIn(later, messageIdOf(now, 7))).toBe(7)
  expect(mailIdIn(later, messageIdOf(old, 7))).toBeNull()
  const details = { holder: 'A', iban: 'B', street: 'C', houseNumber: '1', zip: '2', city: 'D', phone: '3' }
  const sealed = sealDetails(now, { reference: 'r', details })
  expect(openDetails(later, { reference: 'r', details: sealed })).toEqual(details)
  expect(() => openDetails(old, { reference: 'r', details: sealed })).toThrow(/authenticate/)
})
