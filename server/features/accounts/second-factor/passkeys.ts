import type { Context } from '#server/platform/context.ts'
import { keyedHash } from '#server/platform/encryption.ts'
import {
  assertConfirmed,
  assertStillConfirmed,
  assertStillLoggedIn,
  confirmPassword,
  type Confirmation,
} from '#server/features/accounts/login/confirm-password.ts'
import type { Device } from '#server/features/accounts/login/user-agent.ts'
import type { Viewer } from '#server/features/accounts/views.ts'
import { memberPasskeys } from './member-passkey-queries.ts'
import { creationOptions, type PasskeyPlace } from './passkey-ceremony.ts'
import type { PasskeyAnswer } from './passkey-store.ts'
import { recordSecurityEvent } from './security-events.ts'

type Deps = Pick<Context, 'config' | 'db' | 'transaction' | 'clock' | 'limiters' | 'mail'>

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
  const passkeys = await memberPasskeys.findAll(context.db, userId)
  const challenge = await context.transaction(async (tx) => {
    await assertStillConfirmed(tx, account)
    return memberPasskeys.startChallenge({ db: tx, clock: context.clock }, { ownerId: userId, rpId })
  })
  return creationOptions({
    rpId,
    siteName,
    challenge,
    userHandle: keyedHash(context.config, { purpose: 'passkey users', text: String(userId) }),
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
  input: { viewer: Viewer; place: PasskeyPlace; name: string; credential: PasskeyAnswer; device: Device },
) {
  const { viewer, place, name, credential, device } = input
  const { userId } = viewer
  const created = await memberPasskeys.verifyCreation(context, { ownerId: userId, place, credential })
  const createdAt = context.clock.now()
  return context.transaction(async (tx) => {
    assertConfirmed(await assertStillLoggedIn(tx, viewer))
    const passkey = await memberPasskeys.add(tx, { ...created, ownerId: userId, name, createdAt })
    await recordSecurityEvent(context, tx, { userId, kind: 'passkeyAdded', device })
    return passkey
  })
}
