import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  deleteAccount,
  getUser,
  logIn as logInEndpoint,
  openLink,
  requestReset,
  resetPassword,
} from '#contract/accounts/calls.ts'
import {
  LOGIN_FAILURES_BEFORE_LOCK,
  LOGIN_STEP_MS,
  RECOVERY_CODES,
  SECOND_FACTOR_SETUP_MS,
  TOTP_PERIOD_MS,
} from '#contract/limits.ts'
import * as contract from '#contract/accounts/security-calls.ts'
import { DAY } from '#contract/time.ts'
import { suspendAccount } from '#server/features/accounts/suspension.ts'
import { startTestApp, type TestApp } from '#tests/support/site/app.ts'
import { buildMember, type Member } from '#tests/support/builders.ts'
import { sent, sessionCookie, setCookies } from '#tests/support/site/cookies.ts'
import { waitForLock } from '#tests/support/audits/locks.ts'
import { askedMails, linkToken, restoreToken } from '#tests/support/mails.ts'

let site: TestApp

beforeAll(async () => {
  site = await startTestApp({ environment: { TRUST_PROXY: 'true' } })
})
afterAll(() => site.close())

let addresses = 0
const newAddress = () => `10.2.${Math.floor((addresses += 1) / 200)}.${addresses % 200}`
const from = (caller: { cookie?: string } = {}) => ({
  ...(caller.cookie && { cookie: caller.cookie }),
  headers: { 'x-forwarded-for': newAddress() },
})

type App = (periods?: number) => string

/** Starts the setup. Returns the authenticator app: the code of now, or of some periods later. */
async function startSetup(member: Member) {
  const { reply } = await site.call(contract.startSecondFactor, { body: { password: member.password } }, from(member))
  const totp = new TOTP({ secret: Secret.fromBase32((reply?.secret ?? '').replaceAll(' ', '')) })
  const app: App = (periods = 0) => totp.generate({ timestamp: site.clock.now().getTime() + periods * TOTP_PERIOD_MS })
  return { reply, app }
}

const turnOn = (member: Member, code: string) =>
  site.call(contract.turnOnSecondFactor, { body: { code } }, from(member))

/** Builds a member whose log-in asks for a code; the code of the present period is not used yet. */
async function memberWithCodes() {
  const member = await buildMember(site.context)
  const { app } = await startSetup(member)
  const { reply } = await turnOn(member, app(-1))
  return { member, app, recoveryCodes: reply?.recoveryCodes ?? [] }
}

const enter = ({ email, password }: Member) => site.call(logInEndpoint, { body: { email, password } }, from())
const stepCookie = (headers: Record<string, unknown>) =>
  sent(setCookies(headers).find((cookie) => cookie.startsWith('login-step=')) ?? '')
const firstStep = async (member: Member) => stepCookie((await enter(member)).headers)
const secondStep = (step: { cookie: string }, code: string) =>
  site.call(contract.logInWithCode, { body: { code } }, from(step))
const codeOf = async (answer: Promise<{ error: { code: string } | null }>) => (await answer).error?.code ?? 'ok'
const securityOf = async (member: Member) => (await site.call(contract.getSecurity, {}, from(member))).reply

const newPassword = 'seven purple tandems'

async function choosePassword({ userId, email }: Member) {
  await site.call(requestReset, { body: { email } }, from())
  const token = await linkToken(site.context, { userId, template: 'passwordReset' })
  return site.call(resetPassword, { body: { token, password: newPassword, repeat: newPassword } }, from())
}

const close = (member: Member) =>
  site.call(deleteAccount, { body: { reason: null, remarks: '', password: member.password } }, from(member))

describe('turning codes on', () => {
  test('asks for password and code, returns recovery codes once, and mails the member', async () => {
    const { member, recoveryCodes } = await memberWithCodes()
    expect(new Set(recoveryCodes).size).toBe(RECOVERY_CODES)
    for (const code of recoveryCodes) expect(code).toMatch(/^[2-9a-z]{4}(-[2-9a-z]{4}){2}$/)
    const { secondFactor } = (await securityOf(member)) ?? {}
    expect(secondFactor).toEqual({ since: site.clock.now().toISOString(), recoveryCodesLeft: RECOVERY_CODES })
    expect(await askedMails(site.context, member.email)).toMatchObject([{ template: 'secondFactorOn' }])
  })

  test('returns a secret that apps read, as text, address and QR code', async () => {
    const member = await buildMember(site.context)
    const { reply } = await startSetup(member)
    expect(reply?.secret).toMatch(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/)
    const uri = new URL(reply?.uri ?? '')
    expect([uri.protocol, uri.host, decodeURIComponent(uri.pathname)]).toEqual([
      'otpauth:',
      'totp',
      expect.stringContaining(member.email),
    ])
    expect(reply?.qr.size).toBeGreaterThan(20)
    expect(reply?.qr.path).toMatch(/^(M\d+ \d+h1v1h-1z)+$/)
  })

  test('stores neither the secret nor the recovery codes as text', async () => {
    const { member, recoveryCodes } = await memberWithCodes()
    const { reply } = await startSetup(await buildMember(site.context))
    const plain = Buffer.from(Secret.fromBase32((reply?.secret ?? '').replaceAll(' ', '')).bytes)
    const secrets = await site.context.db.selectFrom('secondFactors').select('secret').execute()
    expect(secrets.some(({ secret }) => secret.includes(plain))).toBe(false)
    const hashes = await site.context.db
      .selectFrom('recoveryCodes')
      .selectAll()
      .where('userId', '=', member.userId)
      .execute()
    expect(hashes).toHaveLength(RECOVERY_CODES)
    for (const { codeHash } of hashes) expect(codeHash).toHaveLength(32)
    expect(JSON.stringify(hashes)).not.toContain(recoveryCodes[0])
  })

  test('rejects a wrong password, a wrong code, a late code, and a second setup', async () => {
    const member = await buildMember(site.context)
    const wrong = site.call(contract.startSecondFactor, { body: { password: 'wrong' } }, from(member))
    expect(await codeOf(wrong)).toBe('accounts.password_wrong')
    expect(await codeOf(turnOn(member, '123456'))).toBe('accounts.second_factor_changed')
    const { app } = await startSetup(member)
    expect(await codeOf(turnOn(member, app(5)))).toBe('accounts.code_wrong')
    site.clock.advance(SECOND_FACTOR_SETUP_MS + 1)
    expect(await codeOf(turnOn(member, app()))).toBe('accounts.second_factor_changed')
    const again = await startSetup(member)
    expect(await codeOf(turnOn(member, again.app()))).toBe('ok')
    expect(await codeOf(turnOn(member, again.app(1)))).toBe('accounts.second_factor_changed')
    expect((await startSetup(member)).reply).toBeNull()
  })

  test('happens once for parallel requests', async () => {
    const member = await buildMember(site.context)
    const { app } = await startSetup(member)
    const answers = await Promise.all([1, 2, 3].map(() => codeOf(turnOn(member, app()))))
    expect(answers.toSorted()).toEqual(['accounts.second_factor_changed', 'accounts.second_factor_changed', 'ok'])
    expect((await securityOf(member))?.secondFactor?.recoveryCodesLeft).toBe(RECOVERY_CODES)
  })
})

describe('logging in with a code', () => {
  test('starts no session before the code is right', async () => {
    const { member, app } = await memberWithCodes()
    const first = await enter(member)
    expect(first.error?.code).toBe('accounts.code_required')
    expect(sessionCookie(first.headers)).toBe('')
    const step = stepCookie(first.headers)
    expect(setCookies(first.headers).join('\n')).toMatch(
      /^login-step=[\w-]{43}; Max-Age=600; Path=\/; HttpOnly; SameSite=Strict$/m,
    )
    // The token of the step is no session.
    expect((await site.call(getUser, {}, step)).reply?.user).toBeNull()
    const asSession = { cookie: step.cookie.replace('login-step', 'session') }
    expect((await site.call(getUser, {}, asSession)).reply?.user).toBeNull()
    const second = await secondStep(step, app())
    expect(second.reply?.user.email).toBe(member.email)
    expect((await site.call(getUser, {}, sent(sessionCookie(second.headers)))).reply?.user).not.toBeNull()
  })

  test('accepts the codes of the neighbouring periods, in two groups too, and no others', async () => {
    const { member, app } = await memberWithCodes()
    site.clock.advance(3 * TOTP_PERIOD_MS)
    expect(await codeOf(secondStep(await firstStep(member), app(-2)))).toBe('accounts.code_wrong')
    expect(await codeOf(secondStep(await firstStep(member), app(2)))).toBe('accounts.code_wrong')
    expect(await codeOf(secondStep(await firstStep(member), app(-1)))).toBe('ok')
    expect(await codeOf(secondStep(await firstStep(member), app().replace(/^.../, '$& ')))).toBe('ok')
    expect(await codeOf(secondStep(await firstStep(member), app(1)))).toBe('ok')
  })

  test('accepts a code once, also of the setup and for parallel requests', async () => {
    const { member, app } = await memberWithCodes()
    expect(await codeOf(secondStep(await firstStep(member), app(-1)))).toBe('accounts.code_wrong')
    const steps = await Promise.all([1, 2, 3].map(() => firstStep(member)))
    const answers = await Promise.all(steps.map((step) => codeOf(secondStep(step, app()))))
    expect(answers.toSorted()).toEqual(['accounts.code_wrong', 'accounts.code_wrong', 'ok'])
  })

  test('accepts each recovery code once, however it is typed', async () => {
    const { member, recoveryCodes } = await memberWithCodes()
    const [first = '', second = ''] = recoveryCodes
    expect(await codeOf(secondStep(await firstStep(member), ` ${first.toUpperCase().replaceAll('-', ' ')}`))).toBe('ok')
    expect(await codeOf(secondStep(await firstStep(member), first))).toBe('accounts.code_wrong')
    const steps = await Promise.all([1, 2].map(() => firstStep(member)))
    const answers = await Promise.all(steps.map((step) => codeOf(secondStep(step, second))))
    expect(answers.toSorted()).toEqual(['accounts.code_wrong', 'ok'])
    expect((await securityOf(member))?.secondFactor?.recoveryCodesLeft).toBe(RECOVERY_CODES - 2)
  })

  test('rejects the recovery code of another member', async () => {
    const [{ member }, other] = [await memberWithCodes(), await memberWithCodes()]
    const foreign = other.recoveryCodes[0] ?? ''
    expect(await codeOf(secondStep(await firstStep(member), foreign))).toBe('accounts.code_wrong')
  })

  test('uses no recovery code up when the step ends meanwhile', async () => {
    const { member, recoveryCodes } = await memberWithCodes()
    const [code = ''] = recoveryCodes
    const step = await firstStep(member)
    let answer: Promise<string> = Promise.resolve('')
    await site.context.db.transaction().execute(async (tx) => {
      // As another log-in with the same step, which has used its code.
      await tx.selectFrom('secondFactors').select('userId').where('userId', '=', member.userId).forUpdate().execute()
      answer = codeOf(secondStep(step, code))
      await waitForLock(site.context)
      await tx.deleteFrom('loginSteps').where('userId', '=', member.userId).execute()
    })
    expect(await answer).toBe('accounts.login_expired')
    expect(await codeOf(secondStep(await firstStep(member), code))).toBe('ok')
  })

  test('uses a step once, and not after it has expired', async () => {
    const { member, recoveryCodes } = await memberWithCodes()
    const step = await firstStep(member)
    expect(await codeOf(secondStep(step, recoveryCodes[0] ?? ''))).toBe('ok')
    expect(await codeOf(secondStep(step, recoveryCodes[1] ?? ''))).toBe('accounts.login_expired')
    const late = await firstStep(member)
    site.clock.advance(LOGIN_STEP_MS)
    expect(await codeOf(secondStep(late, recoveryCodes[2] ?? ''))).toBe('accounts.login_expired')
    expect(await codeOf(secondStep({ cookie: `login-step=${'a'.repeat(43)}` }, '123456'))).toBe(
      'accounts.login_expired',
    )
  })

  test('counts wrong codes like wrong passwords, and a right password does not reset them', async () => {
    const { member, app } = await memberWithCodes()
    const codes: string[] = []
    for (let attempt = 0; attempt < LOGIN_FAILURES_BEFORE_LOCK; attempt += 1)
      codes.push(await codeOf(secondStep(await firstStep(member), '000000')))
    expect(codes).toEqual([...Array<string>(4).fill('accounts.code_wrong'), 'accounts.login_locked'])
    expect(await codeOf(enter(member))).toBe('accounts.login_locked')
    expect(app()).toMatch(/^\d{6}$/)
    // Someone knows the password, which the member must not read is safe.
    expect((await askedMails(site.context, member.email)).at(-1)).toMatchObject({
      template: 'loginLock',
      props: { wrong: 'code' },
    })
  })

  test('allows five of a hundred parallel guesses of a code', async () => {
    const { member } = await memberWithCodes()
    const step = await firstStep(member)
    const guesses = Array.from({ length: 100 }, (_, n) => codeOf(secondStep(step, String(100_000 + n))))
    const codes = await Promise.all(guesses)
    expect(codes.filter((code) => code === 'accounts.code_wrong')).toHaveLength(4)
    expect(codes.filter((code) => code === 'accounts.login_locked')).toHaveLength(96)
  })

  test.each([
    ['another password is chosen by a link', choosePassword],
    ['all other sessions end', (member: Member) => site.call(contract.endOtherSessions, {}, from(member))],
    ['the account is deleted', close],
  ] as const)('ends when %s', async (_name, end) => {
    const { member, recoveryCodes } = await memberWithCodes()
    const step = await firstStep(member)
    expect((await end(member)).status).toBe(200)
    expect(await codeOf(secondStep(step, recoveryCodes[0] ?? ''))).toBe('accounts.login_expired')
  })

  test('is not avoided by the link that restores a deleted account', async () => {
    const { member } = await memberWithCodes()
    await close(member)
    const token = await restoreToken(site.context, member.email)
    const answer = await site.call(openLink, { params: { token } }, from())
    expect(answer.status).toBe(200)
    expect(sessionCookie(answer.headers)).toBe('')
  })

  test('is not avoided by another password, which ends all sessions and starts none', async () => {
    const { member, app } = await memberWithCodes()
    const answer = await choosePassword(member)
    expect(answer).toMatchObject({ status: 200, reply: { user: null } })
    expect(sessionCookie(answer.headers)).toMatch(/^session=; Max-Age=0;/)
    const { db } = site.context
    const sessions = await db.selectFrom('sessions').select('userId').where('userId', '=', member.userId).execute()
    expect(sessions).toEqual([])
    const withNew = { ...member, password: newPassword }
    expect(await codeOf(enter(withNew))).toBe('accounts.code_required')
    expect(await codeOf(secondStep(await firstStep(withNew), app()))).toBe('ok')
  })

  test('names a deleted account only after the code, and starts no session', async () => {
    const { member, app } = await memberWithCodes()
    expect((await close(member)).status).toBe(200)
    expect(await codeOf(enter(member))).toBe('accounts.code_required')
    const answer = await secondStep(await firstStep(member), app())
    expect(answer.error?.code).toBe('accounts.pending_deletion')
    expect(sessionCookie(answer.headers)).toBe('')
  })

  test('names a closed account only after the code, and starts no session', async () => {
    const { member, app } = await memberWithCodes()
    const until = new Date(site.clock.now().getTime() + DAY)
    await site.context.transaction((tx) => suspendAccount(tx, { userId: member.userId, at: site.clock.now(), until }))
    const first = await enter(member)
    expect(first.error?.code).toBe('accounts.code_required')
    expect(JSON.stringify(first.error)).not.toContain(until.toISOString())
    const answer = await secondStep(stepCookie(first.headers), app())
    expect(answer.error).toMatchObject({ code: 'accounts.disabled', params: { until: until.toISOString() } })
    expect(sessionCookie(answer.headers)).toBe('')
  })
})

describe('turning codes off', () => {
  const turnOff = (member: Member, code: string, password = member.password) =>
    site.call(contract.turnOffSecondFactor, { body: { password, code } }, from(member))

  test('asks for password and code, deletes everything, and mails the member', async () => {
    const { member, app, recoveryCodes } = await memberWithCodes()
    expect(await codeOf(turnOff(member, app(), 'wrong'))).toBe('accounts.password_wrong')
    expect(await codeOf(turnOff(member, '000000'))).toBe('accounts.code_wrong')
    expect(await codeOf(turnOff(member, recoveryCodes[0] ?? ''))).toBe('ok')
    expect((await securityOf(member))?.secondFactor).toBeNull()
    for (const table of ['secondFactors', 'recoveryCodes'] as const) {
      const rows = await site.context.db
        .selectFrom(table)
        .select('userId')
        .where('userId', '=', member.userId)
        .execute()
      expect(rows).toEqual([])
    }
    expect((await enter(member)).status).toBe(200)
    const templates = (await askedMails(site.context, member.email)).map(({ template }) => template)
    expect(templates).toEqual(['secondFactorOn', 'secondFactorOff', 'newDevice'])
  })

  test('counts its failures to the lock', async () => {
    const { member } = await memberWithCodes()
    const codes: string[] = []
    for (let attempt = 0; attempt < LOGIN_FAILURES_BEFORE_LOCK; attempt += 1)
      codes.push(await codeOf(turnOff(member, '000000')))
    expect(codes.at(-1)).toBe('accounts.login_locked')
    expect(await codeOf(enter(member))).toBe('accounts.login_locked')
  })

  test('renewing the recovery codes ends the earlier ones', async () => {
    const { member, app, recoveryCodes } = await memberWithCodes()
    const body = { password: member.password, code: app() }
    const { reply } = await site.call(contract.renewRecoveryCodes, { body }, from(member))
    expect(reply?.recoveryCodes).toHaveLength(RECOVERY_CODES)
    expect(await codeOf(secondStep(await firstStep(member), recoveryCodes[0] ?? ''))).toBe('accounts.code_wrong')
    expect(await codeOf(secondStep(await firstStep(member), reply?.recoveryCodes[0] ?? ''))).toBe('ok')
  })
})
