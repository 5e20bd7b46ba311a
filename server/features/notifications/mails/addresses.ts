import { emailKey } from '#server/features/accounts/rules.ts'
import type { Config } from '#server/platform/config.ts'
import { keyedHash } from '#server/platform/encryption.ts'

/** Returns the domain of an address, by which mails are counted. */
export function domainOf(email: string) {
  return emailKey(email).split('@').at(-1) ?? ''
}

/** Returns the hash by which an address is remembered when its account is gone. */
export function addressHash(config: Pick<Config, 'secret'>, email: string) {
  return keyedHash(config, { purpose: 'mail address', text: emailKey(email) })
}
