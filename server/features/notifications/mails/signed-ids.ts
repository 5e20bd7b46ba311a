import { timingSafeEqual } from 'node:crypto'
import { emailKey } from '#server/features/accounts/rules.ts'
import type { Config } from '#server/platform/config.ts'
import { keyedHash } from '#server/platform/encryption.ts'

type Secret = Pick<Config, 'secret'>

const MAC_BYTES = 18

function macOf(config: Secret, purpose: string, text: string) {
  return keyedHash(config, { purpose, text }).subarray(0, MAC_BYTES).toString('base64url')
}

function isSame(a: string, b: string) {
  const [left, right] = [Buffer.from(a), Buffer.from(b)]
  return left.length === right.length && timingSafeEqual(left, right)
}

interface Owner {
  userId: number
  email: string
}

/**
 * Returns the token of the link by which a member chooses mails without a log-in. It has no end, as mails are
 * kept for years; it belongs to the address, so that who reads its mails can no more than stop them.
 */
export function preferencesToken(config: Secret, { profileId, ...owner }: Owner & { profileId: string }) {
  return `${profileId}.${macOf(config, 'mail preferences', preferencesText(owner))}`
}

/** Returns the public id of the member that a token names. Whether it is valid says `isPreferencesToken`. */
export function profileIdIn(token: string) {
  return token.split('.')[0] ?? ''
}

/** Whether a token was made for this member and this address. */
export function isPreferencesToken(config: Secret, token: string, owner: Owner & { profileId: string }) {
  return isSame(token, preferencesToken(config, owner))
}

function preferencesText({ userId, email }: Owner) {
  return `${userId} ${emailKey(email)}`
}

/** Returns the first part of the Message-ID of a mail, by which returned mails are recognised as our own. */
export function messageIdOf(config: Secret, mailId: number) {
  return `notice-${mailId}-${macOf(config, 'message id', String(mailId))}`
}

/** Returns the mail that a Message-ID names, unless we did not make it. */
export function mailIdIn(config: Secret, messageId: string) {
  const [, id = ''] = /^<?notice-(\d{1,16})-/.exec(messageId) ?? []
  const own = messageIdOf(config, Number(id))
  const [local = ''] = messageId.replace(/^</, '').split('@')
  return id !== '' && isSame(local, own) ? Number(id) : null
}
