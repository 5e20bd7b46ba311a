import { emailKey } from '#server/features/accounts/rules.ts'
import { acceptedSecrets, isSameText, macWith, type Secrets } from '#server/platform/encryption.ts'

const MAC_BYTES = 18

function macOf(secret: string, purpose: string, text: string) {
  return macWith(secret, { purpose, text }).subarray(0, MAC_BYTES).toString('base64url')
}

interface Owner {
  userId: number
  email: string
}

/**
 * Returns the token of the link by which a member chooses mails without a log-in. It has no end, as mails are
 * kept for years; it belongs to the address, so that who reads its mails can no more than stop them.
 */
export function preferencesToken({ secret }: Secrets, { profileId, ...owner }: Owner & { profileId: string }) {
  return `${profileId}.${macOf(secret, 'mail preferences', preferencesText(owner))}`
}

/** Returns the public id of the member that a token names. Whether it is valid says `isPreferencesToken`. */
export function profileIdIn(token: string) {
  return token.split('.')[0] ?? ''
}

/** Whether a token was made for this member and this address. */
export function isPreferencesToken(secrets: Secrets, token: string, owner: Owner & { profileId: string }) {
  return acceptedSecrets(secrets).some((secret) => isSameText(token, preferencesToken({ secret }, owner)))
}

function preferencesText({ userId, email }: Owner) {
  return `${userId} ${emailKey(email)}`
}

/** Returns the first part of the Message-ID of a mail, by which returned mails are recognised as our own. */
export function messageIdOf({ secret }: Secrets, mailId: number) {
  return `notice-${mailId}-${macOf(secret, 'message id', String(mailId))}`
}

/** Returns the mail that a Message-ID names, unless we did not make it. */
export function mailIdIn(secrets: Secrets, messageId: string) {
  const [, id = ''] = /^<?notice-(\d{1,16})-/.exec(messageId) ?? []
  const [local = ''] = messageId.replace(/^</, '').split('@')
  const isOwn = acceptedSecrets(secrets).some((secret) => isSameText(local, messageIdOf({ secret }, Number(id))))
  return id !== '' && isOwn ? Number(id) : null
}
