import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as access from '#contract/operator/access/calls.ts'
import { inviteOperator, listOperators, renewInvitation } from '#contract/operator/team/calls.ts'
import {
  LOGIN_FAILURES_BEFORE_LOCK,
  LOGIN_STEP_MS,
  OPERATOR_CONFIRMATION_MS,
  OPERATOR_INVITATION_MS,
  OPERATOR_SESSION_MS,
  TOTP_PERIOD_MS,
} from '#contract/limits.ts'
import { Secret, TOTP } from 'otpauth'
import { waitForLock } from '#tests/support/audits/locks.ts'
import { randomAddress } from '#tests/support/audits/site-calls.ts'
import { buildMember } from '#tests/support/builders.ts'
import { buildOperator, type BuiltOperator } from '#tests/support/operators.ts'
import { startTestApp, type TestApp } from '#tests/support/site/app.ts'
import { setCookies } from '#tests/support/site/cookies.ts'

let site: TestApp

beforeAll(async () => {
  site = await startTestApp({ environment: { TRUST_PROXY: 'true' } })
})
afterAll(() => site.close())

/** Sends the first step. Returns the cookie of the second. */
async function passwordStep({ email, password }: Pick<BuiltOperator, 'email' | 'password'>) {
  const answer = await site.call(access.logInOperator, { body: { email, password } }, { headers: randomAddress() })
  return { ...answer, cookie: cookieIn(answer.headers, 'operator-login-step') }
}

async function codeStep(cookie: string, code: string) {
  const answer = await site.call(access.finishLogin, { body: { code } }, { cookie, headers: randomAddress() })
  const { status, reply, error } = answer
  return { status, reply, error, cookie: cookieIn(answer.headers, 'operator') }
}

function cookieIn(headers: Record<string, unknown>, name: string) {
  return (
    setCookies(headers)
      .find((cookie) => cookie.startsWith(`${name}=`))
      ?.split(';')[0] ?? ''
  )
}

describe('a log-in', () => {
  test('asks for the code after the password, and starts a session of twelve hours', async () => {
    const operator = await buildOperator(site.context)
    const step = await passwordStep(operator)
    expect([step.status, step.reply]).toEqual([200, { setup: null }])
    // The password alone opens nothing.
    const early = await site.call(listOperators, {}, { cookie: step.cookie })
    expect(early.error?.code).toBe('operator.login_required')
    const session = await codeStep(step.cookie, operator.code(site.clock.now()))
    expect(session.reply?.operator).toMatchObject({ email: operator.email, role: 'owner' })
    expect((await site.call(listOperators, {}, session)).status).toBe(200)
    site.clock.advance(OPERATOR_SESSION_MS)
    expect((await site.call(listOperators, {}, session)).error?.code).toBe('operator.login_required')
  })

  test('is rejected with a wrong code, one used before, and an expired first step', async () => {
    const operator = await buildOperator(site.context)
    const step = await passwordStep(operator)
    const wrong = await codeStep(step.cookie, '000000')
    expect(wrong.error).toMatchObject({
      code: 'accounts.code_wrong',
      fields: { code: { code: 'accounts.code_wrong' } },
    })
    const code = operator.code(site.clock.now())
    expect((await codeStep(step.cookie, code)).status).toBe(200)
    expect((await codeStep(step.cookie, operator.code(site.clock.now()))).error?.code).toBe('accounts.login_expired')
    const second = await passwordStep(operator)
    expect((await codeStep(second.cookie, code)).error?.code).toBe('accounts.code_wrong')
    site.clock.advance(LOGIN_STEP_MS)
    const late = await codeStep(second.cookie, operator.code(site.clock.now()))
    expect(late.error?.code).toBe('accounts.login_expired')
  })

  test('is the same for a wrong password, an unknown address, a member and a disabled operator', async () => {
    const operator = await buildOperator(site.context)
    const disabled = await buildOperator(site.context)
    const { db, clock } = site.context
    await db.updateTable('operators').set({ disabledAt: clock.now() }).where('id', '=', disabled.operatorId).execute()
    const member = await buildMember(site.context)
    const tries = [{ ...operator, password: 'wrong' }, { email: 'none@example.com', password: 'x' }, member, disabled]
    for (const each of tries) expect((await passwordStep(each)).error?.code).toBe('accounts.login_failed')
  })

  test('is locked after failures, with the right password too', async () => {
    const operator = await buildOperator(site.context)
    for (let count = 0; count < LOGIN_FAILURES_BEFORE_LOCK; count += 1)
      await passwordStep({ ...operator, password: 'wrong' })
    expect((await passwordStep(operator)).error?.code).toBe('accounts.login_locked')
    const failures = await site.context.db
      .selectFrom('auditLog')
      .select('id')
      .where('act', '=', 'login_failed')
      .where('subjectId', '=', operator.operatorId)
      .execute()
    expect(failures).toHaveLength(LOGIN_FAILURES_BEFORE_LOCK)
  })

  test('ends the session that the browser had, and a log-out ends one', async () => {
    const operator = await buildOperator(site.context)
    const step = await passwordStep(operator)
    const both = `${operator.cookie}; ${step.cookie}`
    const session = await codeStep(both, operator.code(site.clock.now()))
    expect((await site.call(listOperators, {}, operator)).error?.code).toBe('operator.login_required')
    expect((await site.call(access.logOutOperator, {}, session)).status).toBe(204)
    expect((await site.call(access.getOperator, {}, session)).reply).toEqual({ operator: null })
  })

  test('of a member opens nothing of the console, and the reverse', async () => {
    const [operator, member] = [await buildOperator(site.context), await buildMember(site.context)]
    expect((await site.call(listOperators, {}, member)).error?.code).toBe('operator.login_required')
    const { reply } = await site.call(access.getOperator, {}, { cookie: `${member.cookie}; ${operator.cookie}` })
    expect(reply?.operator?.email).toBe(operator.email)
  })

  test('that waits for its code ends when the operator chooses another password', async () => {
    const [owner, operator] = [await buildOperator(site.context), await buildOperator(site.context)]
    const step = await passwordStep(operator)
    const { reply } = await site.call(renewInvitation, { params: { operatorId: operator.operatorId } }, owner)
    const input = {
      params: { token: reply?.url.split('/').at(-1) ?? '' },
      body: { password: 'mauve-tractor-lanterns' },
    }
    expect((await site.call(access.acceptInvitation, input, { headers: randomAddress() })).status).toBe(200)
    const late = await codeStep(step.cookie, operator.code(site.clock.now()))
    expect(late).toMatchObject({ error: { code: 'accounts.login_expired' }, cookie: '' })
  })

  test('ends when the password changes while its code is checked', async () => {
    const operator = await buildOperator(site.context)
    const step = await passwordStep(operator)
    const late = await site.context.transaction(async (tx) => {
      const passwordHash = 'another one'
      await tx.updateTable('operators').set({ passwordHash }).where('id', '=', operator.operatorId).execute()
      const checked = codeStep(step.cookie, operator.code(site.clock.now()))
      await waitForLock(site.context)
      return () => checked
    })
    expect((await late()).error?.code).toBe('accounts.login_expired')
  })

  test('from a page of another site is rejected', async () => {
    const { email, password } = await buildOperator(site.context)
    const headers = { ...randomAddress(), 'sec-fetch-site': 'cross-site' }
    const { error } = await site.call(access.logInOperator, { body: { email, password } }, { headers })
    expect(error?.code).toBe('request.forbidden_origin')
  })
})

test('an invited operator chooses a password, sets up the second factor, and the link works once', async () => {
  const owner = await buildOperator(site.context)
  const body = { name: 'Sam', email: `sam-${randomUUID()}@example.com`, role: 'support' as const }
  const { reply } = await site.call(inviteOperator, { body }, owner)
  const token = reply?.url.split('/').at(-1) ?? ''
  const accept = (password: string) =>
    site.call(access.acceptInvitation, { params: { token }, body: { password } }, { headers: randomAddress() })
  expect((await accept('password')).error?.code).toBe('accounts.password_too_common')
  const accepted = await accept('mauve-tractor-lanterns')
  const app = new TOTP({ secret: Secret.fromBase32((accepted.reply?.setup?.secret ?? '').replaceAll(' ', '')) })
  const code = () => app.generate({ timestamp: site.clock.now().getTime() })
  const session = await codeStep(cookieIn(accepted.headers, 'operator-login-step'), code())
  expect(session.reply?.operator).toMatchObject({ name: 'Sam', role: 'support' })
  expect((await accept('mauve-tractor-lanterns')).error?.code).toBe('operator.invitation_invalid')
  // The next log-in asks for a code of that app.
  site.clock.advance(2 * TOTP_PERIOD_MS)
  const step = await passwordStep({ email: body.email, password: 'mauve-tractor-lanterns' })
  expect(step.reply).toEqual({ setup: null })
  expect((await codeStep(step.cookie, code())).status).toBe(200)
})

test('an invitation expires', async () => {
  const owner = await buildOperator(site.context)
  const body = { name: 'Kim', email: `kim-${randomUUID()}@example.com`, role: 'marketing' as const }
  const { reply } = await site.call(inviteOperator, { body }, owner)
  const token = reply?.url.split('/').at(-1) ?? ''
  site.clock.advance(OPERATOR_INVITATION_MS)
  const input = { params: { token }, body: { password: 'mauve-tractor-lanterns' } }
  const { error } = await site.call(access.acceptInvitation, input, { headers: randomAddress() })
  expect(error?.code).toBe('operator.invitation_invalid')
})

test('the password is confirmed again after ten minutes, and a wrong one counts as a failed log-in', async () => {
  const owner = await buildOperator(site.context)
  const body = { name: 'Ida', email: `ida-${randomUUID()}@example.com`, role: 'support' as const }
  site.clock.advance(OPERATOR_CONFIRMATION_MS)
  expect((await site.call(inviteOperator, { body }, owner)).error?.code).toBe('operator.confirmation_required')
  const wrong = await site.call(access.confirmPassword, { body: { password: 'wrong' } }, owner)
  expect(wrong.error).toMatchObject({ fields: { password: { code: 'accounts.password_wrong' } } })
  expect((await site.call(access.confirmPassword, { body: { password: owner.password } }, owner)).status).toBe(200)
  expect((await site.call(inviteOperator, { body }, owner)).status).toBe(200)
})

test('the console is closed to addresses outside of the networks that are set', async () => {
  const closed = await startTestApp({
    environment: { TRUST_PROXY: 'true', OPERATOR_NETWORKS: '192.0.2.0/24, 2001:db8::/32' },
  })
  const owner = await buildOperator(closed.context)
  const from = (ip: string) =>
    closed.call(listOperators, {}, { cookie: owner.cookie, headers: { 'x-forwarded-for': ip } })
  expect((await from('192.0.2.9')).status).toBe(200)
  expect((await from('2001:db8::5')).status).toBe(200)
  expect((await from('198.51.100.1')).error?.code).toBe('operator.network_not_allowed')
  const { email, password } = owner
  const headers = { 'x-forwarded-for': '198.51.100.1' }
  const login = await closed.call(access.logInOperator, { body: { email, password } }, { headers })
  expect(login.error?.code).toBe('operator.network_not_allowed')
  await closed.close()
})
