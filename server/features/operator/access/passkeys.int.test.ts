import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  LOGIN_FAILURES_BEFORE_LOCK,
  OPERATOR_CONFIRMATION_MS,
  PASSKEY_CHALLENGE_MS,
  PASSKEYS_PER_MEMBER,
} from '#contract/limits.ts'
import { getOperator } from '#contract/operator/access/calls.ts'
import * as calls from '#contract/operator/access/passkey-calls.ts'
import { disableOperator, listOperators, resetSecondFactor } from '#contract/operator/team/calls.ts'
import { clearEndedOperators } from '#server/features/operator/jobs.ts'
import { createAuthenticator } from '#tests/support/fakes/authenticator.ts'
import { randomAddress } from '#tests/support/audits/site-calls.ts'
import { buildOperator, type BuiltOperator } from '#tests/support/operators.ts'
import { startTestApp, type TestApp } from '#tests/support/site/app.ts'
import { setCookies } from '#tests/support/site/cookies.ts'

let site: TestApp

beforeAll(async () => {
  site = await startTestApp({ environment: { TRUST_PROXY: 'true', PUBLIC_URL: 'https://dates.example' } })
})
afterAll(() => site.close())

const place = { rpId: 'dates.example', origin: 'https://dates.example' }
const from = (cookie?: string, host = 'dates.example') => ({
  ...(cookie && { cookie }),
  headers: { host, ...randomAddress() },
})

type Authenticator = ReturnType<typeof createAuthenticator>

const start = (operator: BuiltOperator) => site.call(calls.startOperatorPasskey, {}, from(operator.cookie))
const add = (operator: BuiltOperator, credential: ReturnType<Authenticator['create']>, name = 'Key') =>
  site.call(calls.addOperatorPasskey, { body: { name, credential } }, from(operator.cookie))
const list = async (operator: BuiltOperator) =>
  (await site.call(calls.listOperatorPasskeys, {}, from(operator.cookie))).reply?.passkeys ?? []

async function withPasskey(role: BuiltOperator['role'] = 'moderator') {
  const operator = await buildOperator(site.context, { role })
  const authenticator = createAuthenticator(place)
  const { reply } = await start(operator)
  await add(operator, authenticator.create(reply?.options ?? { challenge: '' }))
  return { operator, authenticator }
}

async function challenge(host?: string) {
  const { reply } = await site.call(calls.startPasskeyLogin, {}, from(undefined, host))
  return reply?.options ?? { challenge: '' }
}

async function logIn(credential: ReturnType<Authenticator['use']>, host?: string) {
  const answer = await site.call(calls.logInWithPasskey, { body: { credential } }, from(undefined, host))
  const cookies = setCookies(answer.headers).filter((cookie) => /operator=[^;]/.test(cookie))
  return { ...answer, cookie: cookies[0]?.split(';')[0] ?? '' }
}

async function actsOf(operatorId: string) {
  const acts = site.context.db.selectFrom('auditLog').select('act').where('subjectId', '=', operatorId).orderBy('id')
  return (await acts.execute()).map(({ act }) => act)
}

describe('a passkey of an operator', () => {
  test('logs in without password and code, and both are recorded', async () => {
    const { operator, authenticator } = await withPasskey()
    expect(await list(operator)).toMatchObject([{ name: 'Key', lastUsedAt: null }])
    const session = await logIn(authenticator.use(await challenge()))
    expect(session.reply?.operator).toMatchObject({ email: operator.email, role: 'moderator' })
    const { reply } = await site.call(getOperator, {}, from(session.cookie))
    expect(reply?.operator?.id).toBe(operator.operatorId)
    expect(await list(operator)).toMatchObject([{ lastUsedAt: site.clock.now().toISOString() }])
    // No password was entered.
    expect((await site.call(calls.startOperatorPasskey, {}, from(session.cookie))).error?.code).toBe(
      'operator.confirmation_required',
    )
    expect(await actsOf(operator.operatorId)).toEqual(['passkey_added', 'logged_in'])
  })

  test('is added and removed with a confirmed password only, by its operator', async () => {
    const { operator } = await withPasskey('support')
    const [passkey] = await list(operator)
    const params = { passkeyId: passkey?.id ?? '' }
    const other = await buildOperator(site.context)
    const foreign = await site.call(calls.removeOperatorPasskey, { params }, from(other.cookie))
    expect(foreign.error?.code).toBe('request.not_found')
    site.clock.advance(OPERATOR_CONFIRMATION_MS)
    expect((await start(operator)).error?.code).toBe('operator.confirmation_required')
    const early = await site.call(calls.removeOperatorPasskey, { params }, from(operator.cookie))
    expect(early.error?.code).toBe('operator.confirmation_required')
    await site.context.db
      .updateTable('operatorSessions')
      .set({ confirmedAt: site.clock.now() })
      .where('operatorId', '=', operator.operatorId)
      .execute()
    expect((await site.call(calls.removeOperatorPasskey, { params }, from(operator.cookie))).status).toBe(204)
    expect(await list(operator)).toEqual([])
    expect(await actsOf(operator.operatorId)).toEqual(['passkey_added', 'passkey_removed'])
  })

  test('is one of few', async () => {
    const operator = await buildOperator(site.context)
    const codes: (string | undefined)[] = []
    for (let nth = 0; nth <= PASSKEYS_PER_MEMBER; nth += 1) {
      const { reply } = await start(operator)
      const credential = createAuthenticator(place).create(reply?.options ?? { challenge: '' })
      codes.push((await add(operator, credential)).error?.code)
    }
    expect(codes.at(-1)).toBe('accounts.passkey_limit')
    expect(codes.filter(Boolean)).toHaveLength(1)
  })

  test('works once for each challenge, on its host, and for those who may enter', async () => {
    const { operator, authenticator } = await withPasskey()
    const credential = authenticator.use(await challenge())
    expect((await logIn(credential)).status).toBe(200)
    const codeOf = async (answer: ReturnType<typeof logIn>) => (await answer).error?.code
    expect(await codeOf(logIn(credential))).toBe('accounts.login_failed')
    const elsewhere = await challenge('other.example')
    expect(await codeOf(logIn(authenticator.use(elsewhere), 'other.example'))).toBe('accounts.login_failed')
    const late = await challenge()
    site.clock.advance(PASSKEY_CHALLENGE_MS)
    expect(await codeOf(logIn(authenticator.use(late)))).toBe('accounts.login_failed')
    // The answer for adding one logs in no one.
    const { reply } = await start((await withPasskey()).operator)
    expect(await codeOf(logIn(authenticator.use(reply?.options ?? { challenge: '' })))).toBe('accounts.login_failed')
    // Too many failures would lock the log-in.
    expect((await logIn(authenticator.use(await challenge()))).status).toBe(200)
    const owner = await buildOperator(site.context)
    const params = { operatorId: operator.operatorId }
    await site.call(disableOperator, { params }, owner)
    expect(await codeOf(logIn(authenticator.use(await challenge())))).toBe('accounts.login_failed')
  })

  test('goes with the second factor when an owner resets it', async () => {
    const { operator, authenticator } = await withPasskey()
    const owner = await buildOperator(site.context)
    await site.call(resetSecondFactor, { params: { operatorId: operator.operatorId } }, owner)
    expect((await logIn(authenticator.use(await challenge()))).error?.code).toBe('accounts.login_failed')
    const rows = site.context.db.selectFrom('operatorPasskeys').select('id')
    expect(await rows.where('operatorId', '=', operator.operatorId).execute()).toEqual([])
  })

  test('that is wrong again and again locks the log-in', async () => {
    const { authenticator } = await withPasskey()
    const codes: (string | undefined)[] = []
    for (let nth = 0; nth <= LOGIN_FAILURES_BEFORE_LOCK; nth += 1)
      codes.push((await logIn(authenticator.use({ challenge: 'unknown' }))).error?.code)
    expect(codes.at(-1)).toBe('accounts.login_locked')
  })

  test('of a member opens no console', async () => {
    const { authenticator } = await withPasskey()
    const stranger = createAuthenticator(place)
    stranger.create(await challenge())
    const answer = await logIn(stranger.use(await challenge()))
    expect([answer.status, answer.cookie]).toEqual([401, ''])
    expect((await site.call(listOperators, {}, from(answer.cookie))).error?.code).toBe('operator.login_required')
    expect(authenticator).toBeDefined()
  })
})

test('challenges that were never answered are deleted', async () => {
  await challenge()
  site.clock.advance(PASSKEY_CHALLENGE_MS)
  await site.context.jobs.enqueue(site.context.db, clearEndedOperators, {})
  await site.context.jobs.runDue()
  expect(await site.context.db.selectFrom('operatorPasskeyChallenges').select('rpId').execute()).toEqual([])
})
