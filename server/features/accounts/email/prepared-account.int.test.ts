import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as accounts from '#contract/accounts/calls.ts'
import * as security from '#contract/accounts/security-calls.ts'
import { newPublicId } from '#server/platform/ids.ts'
import { startTestApp, type TestApp } from '#tests/support/site/app.ts'
import { createAuthenticator } from '#tests/support/fakes/authenticator.ts'
import { buildMember, type Member } from '#tests/support/builders.ts'
import { sessionCookie } from '#tests/support/site/cookies.ts'
import type { Caller } from '#tests/support/site/encode-call.ts'
import { activationToken, linkToken } from '#tests/support/mails.ts'
import { sendActivation } from './activation.ts'
import { memberPasskeys } from '#server/features/accounts/second-factor/member-passkey-queries.ts'
import {
  confirmSecret,
  findSecondFactor,
  insertSecret,
} from '#server/features/accounts/second-factor/second-factor-queries.ts'

// Anyone can sign up with a stranger's address. What they leave in the account must end at its confirmation.

let site: TestApp

beforeAll(async () => {
  site = await startTestApp({ environment: { TRUST_PROXY: 'true', PUBLIC_URL: 'https://dates.example' } })
})
afterAll(() => site.close())

let addresses = 0
function caller(input: Caller = {}): Caller {
  addresses += 1
  return { ...input, headers: { host: place.rpId, 'x-forwarded-for': `10.5.${addresses >> 8}.${addresses & 255}` } }
}

const place = { rpId: 'dates.example', origin: 'https://dates.example' }
const unconfirmed = { status: 403, error: { code: 'accounts.unconfirmed' } }

/** Builds an unconfirmed account with a passkey and codes, as from before these needed confirmation. */
async function prepareAccount() {
  const member = await buildMember(site.context, { isConfirmed: false })
  const { userId } = member
  const createdAt = site.clock.now()
  await site.context.transaction(async (tx) => {
    const passkey = { publicKey: Buffer.from('key'), counter: 0, transports: [], rpId: place.rpId, name: 'theirs' }
    await memberPasskeys.insert(tx, { ...passkey, credentialId: newPublicId(), ownerId: userId, createdAt })
    await insertSecret(tx, { userId, secret: Buffer.from('secret'), createdAt })
    await confirmSecret(tx, { userId, at: createdAt })
  })
  return member
}

async function leftIn({ userId }: Member) {
  const { db } = site.context
  return { passkeys: await memberPasskeys.findAll(db, userId), secondFactor: await findSecondFactor(db, userId) }
}

const open = (token: string) => site.call(accounts.openLink, { params: { token } }, caller())

describe('an account whose address is not confirmed', () => {
  test('gets no passkey', async () => {
    const member = await buildMember(site.context, { isConfirmed: false })
    const body = { password: member.password }
    expect(await site.call(security.startPasskey, { body }, caller(member))).toMatchObject(unconfirmed)

    const { db } = site.context
    const setConfirmed = (confirmedAt: Date | null) =>
      db.updateTable('users').set({ confirmedAt }).where('id', '=', member.userId).execute()
    await setConfirmed(site.clock.now())
    const { reply } = await site.call(security.startPasskey, { body }, caller(member))
    await setConfirmed(null)
    const credential = createAuthenticator(place).create(reply?.options ?? { challenge: '' })
    const added = await site.call(security.addPasskey, { body: { name: 'theirs', credential } }, caller(member))
    expect(added).toMatchObject(unconfirmed)
    expect((await leftIn(member)).passkeys).toEqual([])
  })

  test('gets no codes', async () => {
    const member = await buildMember(site.context, { isConfirmed: false })
    const body = { password: member.password }
    expect(await site.call(security.startSecondFactor, { body }, caller(member))).toMatchObject(unconfirmed)
    const turnedOn = await site.call(security.turnOnSecondFactor, { body: { code: '000000' } }, caller(member))
    expect(turnedOn).toMatchObject(unconfirmed)
  })
})

describe('passkeys and codes that were in it before', () => {
  test('end when the owner of the address chooses another password, and the owner is logged in', async () => {
    const member = await prepareAccount()
    await site.call(accounts.requestReset, { body: { email: member.email } }, caller())
    const token = await linkToken(site.context, { userId: member.userId, template: 'passwordReset' })
    const body = { token, password: 'seven purple tandems', repeat: 'seven purple tandems' }
    const answer = await site.call(accounts.resetPassword, { body }, caller())
    expect(answer.reply?.user).toMatchObject({ email: member.email, status: 'active' })
    expect(await leftIn(member)).toEqual({ passkeys: [], secondFactor: undefined })
  })

  test('end when the owner opens the link of the activation mail, and the owner is logged in', async () => {
    const member = await prepareAccount()
    await site.context.transaction((tx) => sendActivation(site.context, tx, member))
    const answer = await open(await activationToken(site.context, member.email))
    expect(sessionCookie(answer.headers)).not.toBe('')
    expect(await leftIn(member)).toEqual({ passkeys: [], secondFactor: undefined })
  })

  test('end when the address is corrected to that of the owner, who opens its link', async () => {
    const member = await prepareAccount()
    const body = { email: 'owner-of-it@example.com' }
    expect((await site.call(accounts.correctEmail, { body }, caller(member))).status).toBe(200)
    await open(await linkToken(site.context, { userId: member.userId, template: 'mailChange' }))
    expect(await leftIn(member)).toEqual({ passkeys: [], secondFactor: undefined })
  })

  test('of a confirmed account stay when its member chooses another password', async () => {
    const member = await prepareAccount()
    await site.context.db
      .updateTable('users')
      .set({ confirmedAt: site.clock.now() })
      .where('id', '=', member.userId)
      .execute()
    await site.call(accounts.requestReset, { body: { email: member.email } }, caller())
    const token = await linkToken(site.context, { userId: member.userId, template: 'passwordReset' })
    const body = { token, password: 'seven purple tandems', repeat: 'seven purple tandems' }
    expect((await site.call(accounts.resetPassword, { body }, caller())).reply).toEqual({ user: null })
    expect(await leftIn(member)).toMatchObject({ passkeys: [{ name: 'theirs' }], secondFactor: {} })
  })
})
