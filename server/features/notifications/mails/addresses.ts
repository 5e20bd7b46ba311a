import { emailKey } from '#server/features/accounts/rules.ts'
import { keyedHash, type Secrets } from '#server/platform/encryption.ts'

/** Returns the domain of an address, by which mails are counted. */
export function domainOf(email: string) {
  return emailKey(email).split('@').at(-1) ?? ''
}

/** Returns the hash by which an address is remembered when its account is gone. */
export function addressHash(config: Secrets, email: string) {
  return keyedHash(config, { purpose: 'mail address', text: emailKey(email) })
}
