import { PASSKEY_CHALLENGE_MS, PASSKEYS_PER_MEMBER } from '#contract/limits.ts'
import type { Context } from '#server/platform/context.ts'
import { keyedHash } from '#server/platform/encryption.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Queryable } from '#server/platform/postgres/tx.ts'
import {
  assertConfirmed,
  assertStillConfirmed,
  assertStillLoggedIn,
  confirmPassword,
  type Confirmation,
} from '#server/features/accounts/email/confirmation.ts'
import * as ceremony from './passkey-ceremony.ts'
import type { PasskeyPlace } from './passkey-ceremony.ts'
import * as queries from './passkey-queries.ts'
import { recordSecurityEvent } from './security-events.ts'
import type { Device } from '#server/features/accounts/login/user-agent.ts'
import type { Viewer } from '#server/features/accounts/views.ts'

type Deps = Pick<Context, 'config' | 'db' | 'transaction' | 'clock' | 'limiters' | 'mail'>

/** Returns the passkeys of a member, the oldest first. */
export async function listPasskeys({ db }: Pick<Context, 'db'>, { userId }: Viewer) {
  const rows = await queries.findPasskeys(db, userId)
  return rows.map(({ id, name, createdAt, lastUsedAt }) => ({
    id,
    name,
    createdAt: createdAt.toISOString(),
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
  }))
}

/**
 * Returns what the browser needs to create a passkey (ACC-23), after a check of the password, so that another
 * person at an unlocked computer cannot add one.
 * @throws AppError `accounts.password_wrong`, `accounts.login_locked`, `accounts.unconfirmed`
 */
export async function startPasskey(
  context: Deps,
  { place: { rpId }, siteName, ...input }: Confirmation & { place: PasskeyPlace; siteName: string },
) {
  const { userId } = input
  const { account, attempt } = await confirmPassword(context, input)
  await attempt.succeed()
  assertConfirmed(account)
  const passkeys = await queries.findPasskeys(context.db, userId)
  const challenge = await context.transaction(async (tx) => {
    await assertStillConfirmed(tx, account)
    return newChallenge({ db: tx, clock: context.clock }, { userId, rpId })
  })
  return ceremony.creationOptions({
    rpId,
    siteName,
    challenge,
    userHandle: userHandle(context, userId),
    email: account.email,
    name: account.name,
    passkeys: passkeys.filter((passkey) => passkey.rpId === rpId),
  })
}

/**
 * Adds a passkey, and mails the member.
 * @throws AppError `accounts.passkey_failed`, `accounts.passkey_limit`, `accounts.unconfirmed`
 */
export async function addPasskey(
  context: Deps,
  input: { viewer: Viewer; place: PasskeyPlace; name: string; credential: Answered; device: Device },
) {
  const { viewer, place, name, device } = input
  const { userId } = viewer
  const { response } = input.credential
  const challenge = await spendChallenge(context, { clientData: response, userId, place })
  const created = await ceremony.verifyCreation({ place, credential: input.credential, challenge })
  const now = context.clock.now()
  return context.transaction(async (tx) => {
    assertConfirmed(await assertStillLoggedIn(tx, viewer))
    if ((await queries.findPasskeys(tx, userId)).length >= PASSKEYS_PER_MEMBER)
      throw new AppError('accounts.passkey_limit')
    const id = await queries.insertPasskey(tx, { ...created, userId, name, createdAt: now })
    if (!id) throw new AppError('accounts.passkey_failed')
    await recordSecurityEvent(context, tx, { userId, kind: 'passkeyAdded', device })
    return { id, name, createdAt: now.toISOString(), lastUsedAt: null }
  })
}

/** Returns what the browser needs to log in with whichever passkey the member chooses. */
export async function startPasskeyLogin(context: Deps, { rpId }: PasskeyPlace) {
  const challenge = await newChallenge(context, { userId: null, rpId })
  return ceremony.requestOptions({ rpId, challenge })
}

/** Returns the passkey of an answer with its account; undefined when this host knows none. */
export function findPasskey({ db }: Pick<Context, 'db'>, { id, place }: { id: string; place: PasskeyPlace }) {
  return queries.findPasskey(db, { credentialId: id, rpId: place.rpId })
}

type FoundPasskey = NonNullable<Awaited<ReturnType<typeof findPasskey>>>

/**
 * Checks the answer of a passkey: challenge, origin, host, signature, that the authenticator has verified its
 * user, and that its count of uses grows. Returns whether all of it is right.
 */
export async function isRightPasskey(
  context: Deps,
  { passkey, place, credential }: { passkey: FoundPasskey | undefined; place: PasskeyPlace; credential: Answered },
) {
  try {
    const challenge = await spendChallenge(context, { clientData: credential.response, userId: null, place })
    if (!passkey) return false
    const counter = await ceremony.verifyUse({ place, credential, challenge, passkey })
    if (counter === null) return false
    const { credentialId } = passkey
    return await queries.savePasskeyUse(context.db, { credentialId, counter, at: context.clock.now() })
  } catch (error) {
    if (error instanceof AppError && error.code === 'accounts.passkey_failed') return false
    throw error
  }
}

/** @throws AppError `request.not_found` */
export async function renamePasskey(
  { db }: Pick<Context, 'db'>,
  { viewer: { userId }, id, name }: { viewer: Viewer; id: string; name: string },
) {
  if (!(await queries.savePasskeyName(db, { userId, id, name }))) throw new AppError('request.not_found')
}

/** @throws AppError `request.not_found` */
export async function removePasskey(
  { db }: Pick<Context, 'db'>,
  { viewer: { userId }, id }: { viewer: Viewer; id: string },
) {
  if (!(await queries.deletePasskey(db, { userId, id }))) throw new AppError('request.not_found')
}

async function newChallenge(
  { db, clock }: { db: Queryable } & Pick<Context, 'clock'>,
  { userId, rpId }: { userId: number | null; rpId: string },
) {
  const { challenge, challengeHash } = ceremony.newChallenge()
  const expiresAt = new Date(clock.now().getTime() + PASSKEY_CHALLENGE_MS)
  await queries.insertChallenge(db, { challengeHash, userId, rpId, expiresAt })
  return challenge
}

/** What the browser returns, of which the contract has checked the form. */
interface Answered {
  response: { clientDataJSON: string }
}

/**
 * Uses the challenge of an answer up and returns it.
 * @throws AppError `accounts.passkey_failed`: unknown, used, expired, or of another member or host
 */
async function spendChallenge(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  { clientData, userId, place }: { clientData: { clientDataJSON: string }; userId: number | null; place: PasskeyPlace },
) {
  const { challenge, challengeHash } = ceremony.challengeOf(clientData)
  const spending = { challengeHash, userId, rpId: place.rpId, now: clock.now() }
  if (!(await queries.spendChallenge(db, spending))) throw new AppError('accounts.passkey_failed')
  return challenge
}

/** Returns the same name of a member for all passkeys in authenticators. It reveals nothing. */
function userHandle({ config }: Pick<Context, 'config'>, userId: number) {
  return keyedHash(config, { purpose: 'passkey users', text: String(userId) })
}
