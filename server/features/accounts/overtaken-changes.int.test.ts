import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { changeEmail, correctEmail, deleteAccount } from '#contract/accounts/calls.ts'
import * as security from '#contract/accounts/security-calls.ts'
import { startTestApp, type TestApp } from '#tests/support/site/app.ts'
import { createAuthenticator } from '#tests/support/fakes/authenticator.ts'
import { buildMember, type Member } from '#tests/support/builders.ts'
import { waitForLock } from '#tests/support/audits/locks.ts'

// Changes confirmed by the old password whose transaction begins after a link has set another one.

let site: TestApp

beforeAll(async () => {
  site = await startTestApp({ environment: { TRUST_PROXY: 'true', PUBLIC_URL: 'https://dates.example' } })
})
afterAll(() => site.close())

let addresses = 0
function from({ cookie }: Member) {
  addresses += 1
  return { cookie, headers: { host: place.rpId, 'x-forwarded-for': `10.6.0.${addresses}` } }
}

const place = { rpId: 'dates.example', origin: 'https://dates.example' }

/**
 * Starts a call while another transaction has locked the account, changes the account in that one as a reset
 * does, commits, and returns what became of the call. Without `isReset` it only confirms the address.
 */
async function overtake<Answer>({ userId }: Member, call: () => Promise<Answer>, { isReset = true } = {}) {
  const { pool } = site.context.database
  const client = await pool.connect()
  try {
    await client.query('begin')
    await client.query('select from users where id = $1 for update', [userId])
    const answer = call()
    await waitForLock(site.context)
    await client.query('update users set confirmed_at = now() where id = $1', [userId])
    if (isReset) {
      await client.query(`update users set password_hash = 'another one' where id = $1`, [userId])
      await client.query('delete from sessions where user_id = $1', [userId])
    }
    await client.query('commit')
    return await answer
  } finally {
    client.release()
  }
}

/** Everything that such a change could leave behind. */
async function storedFor({ userId }: Member) {
  const { rows } = await site.context.database.pool.query(
    `select
      (select count(*)::int from mail_changes where user_id = $1) as changes,
      (select count(*)::int from passkeys where user_id = $1) as passkeys,
      (select count(*)::int from passkey_challenges where user_id = $1) as challenges,
      (select count(*)::int from second_factors where user_id = $1 and confirmed_at is not null) as factors,
      (select count(*)::int from second_factors where user_id = $1) as secrets,
      (select count(*)::int from users where id = $1 and deleted_at is not null) as deletions`,
    [userId],
  )
  return rows[0]
}

const nothing = { changes: 0, passkeys: 0, challenges: 0, factors: 0, secrets: 0, deletions: 0 }
const wrongPassword = { status: 422, error: { fields: { password: { code: 'accounts.password_wrong' } } } }
const loggedOut = { status: 403, error: { code: 'authentication_required' } }

describe('a change that another password overtakes stores nothing', () => {
  test('of the address', async () => {
    const member = await buildMember(site.context)
    const body = { email: 'overtaken@example.com', password: member.password }
    expect(await overtake(member, () => site.call(changeEmail, { body }, from(member)))).toMatchObject(wrongPassword)
    expect(await storedFor(member)).toEqual(nothing)
  })

  test('of the address of an account that was not confirmed and needed no password', async () => {
    const member = await buildMember(site.context, { isConfirmed: false })
    const body = { email: 'overtaken@example.com' }
    expect(await overtake(member, () => site.call(correctEmail, { body }, from(member)))).toMatchObject(loggedOut)
    expect(await storedFor(member)).toEqual(nothing)
  })

  test('of the address of an account whose owner has confirmed it meanwhile', async () => {
    const member = await buildMember(site.context, { isConfirmed: false })
    const body = { email: 'overtaken@example.com' }
    const answer = await overtake(member, () => site.call(correctEmail, { body }, from(member)), { isReset: false })
    expect(answer).toMatchObject({ error: { fields: { password: { code: 'accounts.password_required' } } } })
    expect(await storedFor(member)).toEqual(nothing)
  })

  test('by deleting the account', async () => {
    const member = await buildMember(site.context)
    const body = { reason: null, remarks: '', password: member.password }
    expect(await overtake(member, () => site.call(deleteAccount, { body }, from(member)))).toMatchObject(wrongPassword)
    expect(await storedFor(member)).toEqual(nothing)
  })

  test('by starting a passkey', async () => {
    const member = await buildMember(site.context)
    const body = { password: member.password }
    const answer = await overtake(member, () => site.call(security.startPasskey, { body }, from(member)))
    expect(answer).toMatchObject(wrongPassword)
    expect(await storedFor(member)).toEqual(nothing)
  })

  test('by adding a passkey that was started before', async () => {
    const member = await buildMember(site.context)
    const { reply } = await site.call(security.startPasskey, { body: { password: member.password } }, from(member))
    const credential = createAuthenticator(place).create(reply?.options ?? { challenge: '' })
    const body = { name: 'theirs', credential }
    const answer = await overtake(member, () => site.call(security.addPasskey, { body }, from(member)))
    expect(answer).toMatchObject(loggedOut)
    expect(await storedFor(member)).toEqual(nothing)
  })

  test('by starting codes', async () => {
    const member = await buildMember(site.context)
    const body = { password: member.password }
    const answer = await overtake(member, () => site.call(security.startSecondFactor, { body }, from(member)))
    expect(answer).toMatchObject(wrongPassword)
    expect(await storedFor(member)).toEqual(nothing)
  })

  test('by turning codes on', async () => {
    const member = await buildMember(site.context)
    await site.call(security.startSecondFactor, { body: { password: member.password } }, from(member))
    const body = { code: '000000' }
    const answer = await overtake(member, () => site.call(security.turnOnSecondFactor, { body }, from(member)))
    expect(answer).toMatchObject(loggedOut)
    expect(await storedFor(member)).toMatchObject({ factors: 0 })
  })

  test('by turning codes off', async () => {
    const member = await buildMember(site.context)
    await site.context.db
      .insertInto('secondFactors')
      .values({ userId: member.userId, secret: Buffer.from('secret'), createdAt: new Date(), confirmedAt: new Date() })
      .execute()
    const body = { password: member.password, code: '000000' }
    const answer = await overtake(member, () => site.call(security.turnOffSecondFactor, { body }, from(member)))
    expect(answer).toMatchObject(wrongPassword)
    expect(await storedFor(member)).toMatchObject({ factors: 1 })
  })
})
