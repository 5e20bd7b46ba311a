import { PASSKEY_CHALLENGE_MS, PASSKEYS_PER_MEMBER } from '#contract/limits.ts'
import type { AppContext } from '#server/context.ts'
import { countAttempt } from '#server/features/accounts/login/attempts.ts'
import type { Device } from '#server/features/accounts/login/user-agent.ts'
import * as ceremony from '#server/features/accounts/second-factor/passkey-ceremony.ts'
import type { PasskeyPlace } from '#server/features/accounts/second-factor/passkey-ceremony.ts'
import { keyedHash } from '#server/platform/encryption.ts'
import { AppError } from '#server/platform/errors.ts'
import type { RequestOperator } from '#server/platform/http/routes.ts'
import { recordAct } from '../audit/record.ts'
import { attemptAs, startSession } from './login.ts'
import * as queries from './passkey-queries.ts'
import { lockOperator } from './queries.ts'

type Deps = Pick<AppContext, 'config' | 'db' | 'transaction' | 'clock' | 'limiters' | 'mail'>

/** What the browser returns, of which the contract has checked the form. */
interface Answered {
  id: string
  response: { clientDataJSON: string }
}

/** Returns the passkeys of an operator, the oldest first. */
export async function listPasskeys({ db }: Pick<Deps, 'db'>, { operatorId }: RequestOperator) {
  const rows = await queries.findPasskeysOf(db, operatorId)
  return rows.map(({ id, name, createdAt, lastUsedAt }) => ({
    id,
    name,
    createdAt: createdAt.toISOString(),
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
  }))
}

/** Returns what the browser needs to create a passkey for the console (OPER-31). */
export async function startPasskey(
  { config, db, clock }: Pick<Deps, 'config' | 'db' | 'clock'>,
  { operator, place: { rpId } }: { operator: RequestOperator; place: PasskeyPlace },
) {
  const { operatorId, email, name } = operator
  const passkeys = await queries.findPasskeysOf(db, operatorId)
  return ceremony.creationOptions({
    rpId,
    siteName: `${new URL(config.publicUrl).host} console`,
    challenge: await newChallenge({ db, clock }, { operatorId, rpId }),
    userHandle: keyedHash(config, { purpose: 'passkey operators', text: operatorId }),
    email,
    name,
    passkeys: passkeys.filter((passkey) => passkey.rpId === rpId),
  })
}

/** @throws AppError `accounts.passkey_failed`, `accounts.passkey_limit` */
export async function addPasskey(
  context: Pick<Deps, 'db' | 'transaction' | 'clock'>,
  input: { operator: RequestOperator; place: PasskeyPlace; name: string; credential: Answered },
) {
  const { operator, place, name, credential } = input
  const { operatorId } = operator
  const challenge = await spendChallenge(context, { operatorId, place, credential })
  const created = await ceremony.verifyCreation({ place, credential, challenge })
  const createdAt = context.clock.now()
  return context.transaction(async (tx) => {
    await lockOperator(tx, operatorId)
    if ((await queries.findPasskeysOf(tx, operatorId)).length >= PASSKEYS_PER_MEMBER)
      throw new AppError('accounts.passkey_limit')
    const id = await queries.insertPasskey(tx, { ...created, operatorId, name, createdAt })
    if (!id) throw new AppError('accounts.passkey_failed')
    const subject = { kind: 'operator', id: operatorId } as const
    await recordAct(tx, { operator, act: 'passkey_added', subject, details: { passkey: id } })
    return { id, name, createdAt: createdAt.toISOString(), lastUsedAt: null }
  })
}

/** @throws AppError `request.not_found` */
export async function removePasskey(
  { transaction }: Pick<Deps, 'transaction'>,
  { operator, id }: { operator: RequestOperator; id: string },
) {
  const { operatorId } = operator
  await transaction(async (tx) => {
    if (!(await queries.deletePasskey(tx, { operatorId, id }))) throw new AppError('request.not_found')
    const subject = { kind: 'operator', id: operatorId } as const
    await recordAct(tx, { operator, act: 'passkey_removed', subject, details: { passkey: id } })
  })
}

/** Returns what the browser needs to log in with whichever passkey the operator chooses. */
export async function startPasskeyLogin(context: Pick<Deps, 'db' | 'clock'>, { rpId }: PasskeyPlace) {
  return ceremony.requestOptions({ rpId, challenge: await newChallenge(context, { operatorId: null, rpId }) })
}

/**
 * Logs in with a passkey, whose authenticator has verified its user: in place of password and code (OPER-31).
 * Failures count like wrong passwords, by the passkey. No password was entered, so none is confirmed. Returns
 * the token of the session.
 * @throws AppError `accounts.login_failed`, `accounts.login_locked` with `{minutes}`
 */
export async function logInWithPasskey(
  context: Deps,
  { credential, place, ip, device }: { credential: Answered; place: PasskeyPlace; ip: string; device: Device },
) {
  const passkey = await queries.findPasskey(context.db, { credentialId: credential.id, rpId: place.rpId })
  // Not under the address, which anyone can lock with wrong passwords.
  const attempt = await countAttempt(context, attemptAs(credential.id, ip))
  const counter = await counterOf(context, { passkey, place, credential })
  const token =
    passkey &&
    counter !== null &&
    (await context.transaction(async (tx) => {
      const { operatorId, credentialId } = passkey
      const operator = await lockOperator(tx, operatorId)
      if (!operator || operator.disabledAt) return null
      if (!(await queries.savePasskeyUse(tx, { credentialId, counter, at: context.clock.now() }))) return null
      const subject = { kind: 'operator', id: operatorId } as const
      await recordAct(tx, {
        operator: { operatorId },
        act: 'logged_in',
        subject,
        details: { ...device, passkey: true },
      })
      return startSession(context, tx, { operatorId, device, isConfirmed: false })
    }))
  if (!token) {
    const subject = passkey && { subject: { kind: 'operator' as const, id: passkey.operatorId } }
    await recordAct(context.db, { operator: null, act: 'login_failed', details: { step: 'passkey' }, ...subject })
    throw await attempt.fail(undefined)
  }
  await attempt.succeed()
  return token
}

type StoredPasskey = Awaited<ReturnType<typeof queries.findPasskey>>

/** Returns the count of uses of a right answer; null for a wrong one. */
async function counterOf(
  context: Pick<Deps, 'db' | 'clock'>,
  { passkey, place, credential }: { passkey: StoredPasskey; place: PasskeyPlace; credential: Answered },
) {
  try {
    const challenge = await spendChallenge(context, { operatorId: null, place, credential })
    return passkey ? await ceremony.verifyUse({ place, credential, challenge, passkey }) : null
  } catch (error) {
    if (error instanceof AppError && error.code === 'accounts.passkey_failed') return null
    throw error
  }
}

async function newChallenge(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { operatorId, rpId }: { operatorId: string | null; rpId: string },
) {
  const { challenge, challengeHash } = ceremony.newChallenge()
  const expiresAt = new Date(clock.now().getTime() + PASSKEY_CHALLENGE_MS)
  await queries.insertChallenge(db, { challengeHash, operatorId, rpId, expiresAt })
  return challenge
}

/** @throws AppError `accounts.passkey_failed`: unknown, used, expired, or of another operator or host */
async function spendChallenge(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { operatorId, place, credential }: { operatorId: string | null; place: PasskeyPlace; credential: Answered },
) {
  const { challenge, challengeHash } = ceremony.challengeOf(credential.response)
  const spending = { challengeHash, operatorId, rpId: place.rpId, now: clock.now() }
  if (!(await queries.spendChallenge(db, spending))) throw new AppError('accounts.passkey_failed')
  return challenge
}
