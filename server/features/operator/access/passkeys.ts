import type { AppContext } from '#server/context.ts'
import { countAttempt } from '#server/features/accounts/login/attempts.ts'
import type { Device } from '#server/features/accounts/login/user-agent.ts'
import { creationOptions, type PasskeyPlace } from '#server/features/accounts/second-factor/passkey-ceremony.ts'
import type { PasskeyAnswer } from '#server/features/accounts/second-factor/passkey-store.ts'
import { keyedHash } from '#server/platform/encryption.ts'
import type { RequestOperator } from '#server/platform/http/callers.ts'
import { recordAct } from '../audit/record.ts'
import { attemptAs, startSession } from './login.ts'
import { operatorPasskeys } from './operator-passkeys.ts'
import { lockOperator } from './queries.ts'

type Deps = Pick<AppContext, 'config' | 'db' | 'transaction' | 'clock' | 'limiters' | 'mail'>

/** Returns what the browser needs to create a passkey for the console (OPER-31). */
export async function startPasskey(
  { config, db, clock }: Pick<Deps, 'config' | 'db' | 'clock'>,
  { operator, place: { rpId } }: { operator: RequestOperator; place: PasskeyPlace },
) {
  const { operatorId, email, name } = operator
  const passkeys = await operatorPasskeys.findAll(db, operatorId)
  return creationOptions({
    rpId,
    siteName: `${new URL(config.publicUrl).host} console`,
    challenge: await operatorPasskeys.startChallenge({ db, clock }, { ownerId: operatorId, rpId }),
    userHandle: keyedHash(config, { purpose: 'passkey operators', text: operatorId }),
    email,
    name,
    passkeys: passkeys.filter((passkey) => passkey.rpId === rpId),
  })
}

/** @throws AppError `accounts.passkey_failed`, `accounts.passkey_limit` */
export async function addPasskey(
  context: Pick<Deps, 'db' | 'transaction' | 'clock'>,
  input: { operator: RequestOperator; place: PasskeyPlace; name: string; credential: PasskeyAnswer },
) {
  const { operator, place, name, credential } = input
  const { operatorId } = operator
  const created = await operatorPasskeys.verifyCreation(context, { ownerId: operatorId, place, credential })
  const createdAt = context.clock.now()
  return context.transaction(async (tx) => {
    await lockOperator(tx, operatorId)
    const passkey = await operatorPasskeys.add(tx, { ...created, ownerId: operatorId, name, createdAt })
    const subject = { kind: 'operator', id: operatorId } as const
    await recordAct(tx, { operator, act: 'passkey_added', subject, details: { passkey: passkey.id } })
    return passkey
  })
}

/** @throws AppError `request.not_found` */
export async function removePasskey(
  { transaction }: Pick<Deps, 'transaction'>,
  { operator, id }: { operator: RequestOperator; id: string },
) {
  const { operatorId } = operator
  await transaction(async (tx) => {
    await operatorPasskeys.remove(tx, { ownerId: operatorId, id })
    const subject = { kind: 'operator', id: operatorId } as const
    await recordAct(tx, { operator, act: 'passkey_removed', subject, details: { passkey: id } })
  })
}

/**
 * Logs in with a passkey, whose authenticator has verified its user: in place of password and code (OPER-31).
 * Failures count like wrong passwords, by the passkey. No password was entered, so none is confirmed. Returns
 * the token of the session.
 * @throws AppError `accounts.login_failed`, `accounts.login_locked` with `{minutes}`
 */
export async function logInWithPasskey(
  context: Deps,
  { credential, place, ip, device }: { credential: PasskeyAnswer; place: PasskeyPlace; ip: string; device: Device },
) {
  const passkey = await operatorPasskeys.find(context.db, { credentialId: credential.id, rpId: place.rpId })
  // Not under the address, which anyone can lock with wrong passwords.
  const attempt = await countAttempt(context, attemptAs(credential.id, ip))
  const counter = await operatorPasskeys.verifyLogin(context, { passkey, place, credential })
  const token =
    passkey &&
    counter !== null &&
    (await context.transaction(async (tx) => {
      const { ownerId: operatorId, credentialId } = passkey
      const operator = await lockOperator(tx, operatorId)
      if (!operator || operator.disabledAt) return null
      if (!(await operatorPasskeys.saveUse(tx, { credentialId, counter, at: context.clock.now() }))) return null
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
    const subject = passkey && { subject: { kind: 'operator' as const, id: passkey.ownerId } }
    await recordAct(context.db, { operator: null, act: 'login_failed', details: { step: 'passkey' }, ...subject })
    throw await attempt.fail(undefined)
  }
  await attempt.succeed()
  return token
}
