import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { PASSKEY_CHALLENGE_MS } from '#contract/limits.ts'
import type { Config } from '#server/platform/config.ts'
import { AppError } from '#server/platform/errors.ts'
import { hashToken, newToken } from '#server/platform/ids.ts'
import { parseJson } from '#server/platform/parse-json.ts'

/** Where a passkey is valid: the host name, and the address of its pages. */
export interface PasskeyPlace {
  rpId: string
  origin: string
}

/** Returns a request's host as a passkey knows it. Browsers sign their host: forging this one is useless. */
export function passkeyPlaceOf({ publicUrl }: Pick<Config, 'publicUrl'>, request: FastifyRequest): PasskeyPlace {
  const rpId = request.hostname.toLowerCase()
  return { rpId, origin: `${new URL(publicUrl).protocol}//${request.host.toLowerCase()}` }
}

/**
 * Ed25519, ECDSA and RSA, in the numbers of COSE: one of them is on every device. The library's default also
 * asks whether this Node knows newer ones, which it reports as experimental.
 */
const supportedAlgorithmIDs = [-8, -7, -257]

/** Loads the library on first use, because most requests never need it. */
const library = () => import('@simplewebauthn/server')

/** Returns a challenge for the browser, and the hash under which it is stored until its answer. */
export function newChallenge() {
  // The library encodes a text as base64url of its bytes; bytes stay as they are.
  const token = newToken()
  return { challenge: new Uint8Array(Buffer.from(token, 'base64url')), challengeHash: hashToken(token) }
}

const ClientData = z.object({ challenge: z.string().max(100) })

/**
 * Returns the challenge that an answer names, with its hash.
 * @throws AppError `accounts.passkey_failed`
 */
export function challengeOf({ clientDataJSON }: { clientDataJSON: string }) {
  const parsed = ClientData.safeParse(parseJson(Buffer.from(clientDataJSON, 'base64url').toString()))
  if (!parsed.success) throw new AppError('accounts.passkey_failed')
  const { challenge } = parsed.data
  return { challenge, challengeHash: hashToken(challenge) }
}

interface Creation {
  rpId: string
  siteName: string
  challenge: Uint8Array<ArrayBuffer>
  /** The same for all passkeys of an account. It reveals nothing. */
  userHandle: Buffer
  email: string
  name: string
  /** Those of the account on this host. */
  passkeys: { credentialId: string; transports: string[] }[]
}

/** Returns what the browser needs to create a passkey. */
export async function creationOptions({ rpId, siteName, challenge, userHandle, email, name, passkeys }: Creation) {
  const { generateRegistrationOptions } = await library()
  const options = await generateRegistrationOptions({
    rpName: siteName,
    rpID: rpId,
    userID: new Uint8Array(userHandle),
    userName: email,
    userDisplayName: name,
    challenge,
    timeout: PASSKEY_CHALLENGE_MS,
    attestationType: 'none',
    supportedAlgorithmIDs,
    excludeCredentials: passkeys.map(({ credentialId: id, transports }) => ({ id, transports })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
  return { ...options }
}

interface Answer {
  place: PasskeyPlace
  /** Of the browser; the contract has checked its form. */
  credential: unknown
  /** That the server made for this answer. */
  challenge: string
}

/**
 * Checks a new passkey: challenge, origin, host, and that the authenticator has verified its user.
 * @throws AppError `accounts.passkey_failed`
 */
export async function verifyCreation({ place, credential: sent, challenge }: Answer) {
  const { verifyRegistrationResponse } = await library()
  const { registrationInfo } = await orFailed(
    verifyRegistrationResponse({
      response: sent as RegistrationResponseJSON,
      expectedChallenge: challenge,
      expectedOrigin: place.origin,
      expectedRPID: place.rpId,
      requireUserVerification: true,
      supportedAlgorithmIDs,
    }),
  )
  if (!registrationInfo) throw new AppError('accounts.passkey_failed')
  const { credential } = registrationInfo
  return {
    credentialId: credential.id,
    publicKey: Buffer.from(credential.publicKey),
    counter: credential.counter,
    transports: credential.transports ?? [],
    rpId: place.rpId,
  }
}

/** Returns what the browser needs to log in with whichever passkey the person chooses. */
export async function requestOptions({ rpId, challenge }: Pick<Creation, 'rpId' | 'challenge'>) {
  const { generateAuthenticationOptions } = await library()
  const options = await generateAuthenticationOptions({
    rpID: rpId,
    challenge,
    timeout: PASSKEY_CHALLENGE_MS,
    userVerification: 'required',
  })
  return { ...options }
}

interface StoredPasskey {
  credentialId: string
  publicKey: Buffer
  counter: number
  transports: string[]
}

/**
 * Checks the answer of a passkey: challenge, origin, host, signature, and that the authenticator has verified
 * its user. Returns its count of uses; null when something is wrong.
 */
export async function verifyUse({ place, credential, challenge, passkey }: Answer & { passkey: StoredPasskey }) {
  const { verifyAuthenticationResponse } = await library()
  const { credentialId: id, publicKey, counter, transports } = passkey
  const { verified, authenticationInfo } = await orFailed(
    verifyAuthenticationResponse({
      response: credential as AuthenticationResponseJSON,
      expectedChallenge: challenge,
      expectedOrigin: place.origin,
      expectedRPID: place.rpId,
      requireUserVerification: true,
      credential: { id, publicKey: new Uint8Array(publicKey), counter, transports },
    }),
  )
  return verified ? authenticationInfo.newCounter : null
}

/** Turns whatever the library finds wrong with an answer into the one expected error. */
async function orFailed<Result>(result: Promise<Result>) {
  try {
    return await result
  } catch (cause) {
    throw new AppError('accounts.passkey_failed', { cause })
  }
}
