import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import { z } from 'zod'
import { PASSKEY_CHALLENGE_MS, PASSKEYS_PER_MEMBER } from '#contract/limits.ts'
import type { Context } from '#server/platform/context.ts'
import { keyedHash } from '#server/platform/encryption.ts'
import { AppError } from '#server/platform/errors.ts'
import { hashToken, newToken } from '#server/platform/ids.ts'
import type { Queryable } from '#server/platform/postgres/tx.ts'
import {
  assertConfirmed,
  assertStillConfirmed,
  assertStillLoggedIn,
  confirmPassword,
  type Confirmation,
} from '#server/features/accounts/email/confirmation.ts'
import * as queries from './passkey-queries.ts'
import { recordSecurityEvent } from './security-events.ts'
import type { Device } from '#server/features/accounts/login/user-agent.ts'
import type { Viewer } from '#server/features/accounts/views.ts'

type Deps = Pick<Context, 'config' | 'db' | 'transaction' | 'clock' | 'limiters' | 'mail'>

/** Where a passkey is valid: the host name, and the address of its pages. */
export interface PasskeyPlace {
  rpId: string
  origin: string
}

/**
 * Ed25519, ECDSA and RSA, in the numbers of COSE: one of them is on every device. The library's default also
 * asks whether this Node knows newer ones, which it reports as experimental.
 */
const supportedAlgorithmIDs = [-8, -7, -257]

/** Loads the library on first use, because most requests never need it. */
const library = () => import('@simplewebauthn/server')

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
  const [{ generateRegistrationOptions }, passkeys] = await Promise.all([
    library(),
    queries.findPasskeys(context.db, userId),
  ])
  const challenge = await context.transaction(async (tx) => {
    await assertStillConfirmed(tx, account)
    return newChallenge({ db: tx, clock: context.clock }, { userId, rpId })
  })
  const options = await generateRegistrationOptions({
    rpName: siteName,
    rpID: rpId,
    userID: new Uint8Array(userHandle(context, userId)),
    userName: account.email,
    userDisplayName: account.name,
    challenge,
    timeout: PASSKEY_CHALLENGE_MS,
    attestationType: 'none',
    supportedAlgorithmIDs,
    excludeCredentials: passkeys
      .filter((passkey) => passkey.rpId === rpId)
      .map(({ credentialId, transports }) => ({ id: credentialId, transports })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
  return { ...options }
}

/**
 * Adds a passkey, and mails the member.
 * @throws AppError `accounts.passkey_failed`, `accounts.passkey_limit`, `accounts.unconfirmed`
 */
export async function addPasskey(
  context: Deps,
  input: { viewer: Viewer; place: PasskeyPlace; name: string; credential: unknown; device: Device },
) {
  const { viewer, place, name, device } = input
  const { userId } = viewer
  // The contract has checked its form.
  const response = input.credential as RegistrationResponseJSON
  const expectedChallenge = await spendChallenge(context, { clientData: response.response, userId, place })
  const { verifyRegistrationResponse } = await library()
  const { registrationInfo } = await orFailed(
    verifyRegistrationResponse({
      response,
      expectedChallenge,
      expectedOrigin: place.origin,
      expectedRPID: place.rpId,
      requireUserVerification: true,
      supportedAlgorithmIDs,
    }),
  )
  if (!registrationInfo) throw new AppError('accounts.passkey_failed')
  const { credential } = registrationInfo
  const now = context.clock.now()
  return context.transaction(async (tx) => {
    assertConfirmed(await assertStillLoggedIn(tx, viewer))
    if ((await queries.findPasskeys(tx, userId)).length >= PASSKEYS_PER_MEMBER)
      throw new AppError('accounts.passkey_limit')
    const id = await queries.insertPasskey(tx, {
      credentialId: credential.id,
      userId,
      publicKey: Buffer.from(credential.publicKey),
      counter: credential.counter,
      transports: credential.transports ?? [],
      rpId: place.rpId,
      name,
      createdAt: now,
    })
    if (!id) throw new AppError('accounts.passkey_failed')
    await recordSecurityEvent(context, tx, { userId, kind: 'passkeyAdded', device })
    return { id, name, createdAt: now.toISOString(), lastUsedAt: null }
  })
}

/** Returns what the browser needs to log in with whichever passkey the member chooses. */
export async function startPasskeyLogin(context: Deps, { rpId }: PasskeyPlace) {
  const { generateAuthenticationOptions } = await library()
  const challenge = await newChallenge(context, { userId: null, rpId })
  const options = await generateAuthenticationOptions({
    rpID: rpId,
    challenge,
    timeout: PASSKEY_CHALLENGE_MS,
    userVerification: 'required',
  })
  return { ...options }
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
  { passkey, place, credential }: { passkey: FoundPasskey | undefined; place: PasskeyPlace; credential: unknown },
) {
  // The contract has checked its form.
  const response = credential as AuthenticationResponseJSON
  try {
    const expectedChallenge = await spendChallenge(context, { clientData: response.response, userId: null, place })
    if (!passkey) return false
    const { verifyAuthenticationResponse } = await library()
    const { verified, authenticationInfo } = await orFailed(
      verifyAuthenticationResponse({
        response,
        expectedChallenge,
        expectedOrigin: place.origin,
        expectedRPID: place.rpId,
        requireUserVerification: true,
        credential: storedCredential(passkey),
      }),
    )
    if (!verified) return false
    const { credentialId } = passkey
    const use = { credentialId, counter: authenticationInfo.newCounter, at: context.clock.now() }
    return await queries.savePasskeyUse(context.db, use)
  } catch (error) {
    if (error instanceof AppError && error.code === 'accounts.passkey_failed') return false
    throw error
  }
}

function storedCredential({ credentialId, publicKey, counter, transports }: FoundPasskey) {
  return { id: credentialId, publicKey: new Uint8Array(publicKey), counter, transports }
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
  // The library encodes a text as base64url of its bytes; bytes stay as they are.
  const token = newToken()
  const expiresAt = new Date(clock.now().getTime() + PASSKEY_CHALLENGE_MS)
  await queries.insertChallenge(db, { challengeHash: hashToken(token), userId, rpId, expiresAt })
  return new Uint8Array(Buffer.from(token, 'base64url'))
}

const ClientData = z.object({ challenge: z.string().max(100) })

/**
 * Uses the challenge of an answer up and returns it.
 * @throws AppError `accounts.passkey_failed`: unknown, used, expired, or of another member or host
 */
async function spendChallenge(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  { clientData, userId, place }: { clientData: { clientDataJSON: string }; userId: number | null; place: PasskeyPlace },
) {
  const parsed = ClientData.safeParse(parseJson(Buffer.from(clientData.clientDataJSON, 'base64url').toString()))
  if (!parsed.success) throw new AppError('accounts.passkey_failed')
  const { challenge } = parsed.data
  const spending = { challengeHash: hashToken(challenge), userId, rpId: place.rpId, now: clock.now() }
  if (!(await queries.spendChallenge(db, spending))) throw new AppError('accounts.passkey_failed')
  return challenge
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Turns whatever the library finds wrong with an answer into the one expected error. */
async function orFailed<Result>(result: Promise<Result>) {
  try {
    return await result
  } catch (cause) {
    throw new AppError('accounts.passkey_failed', { cause })
  }
}

/** Returns the same name of a member for all passkeys in authenticators. It reveals nothing. */
function userHandle({ config }: Pick<Context, 'config'>, userId: number) {
  return keyedHash(config, { purpose: 'passkey users', text: String(userId) })
}
