import { createHmac } from 'node:crypto'
import { hashSecretOf, type Secrets } from '#server/platform/encryption.ts'

/** Returns the hash under which an address is counted. The key is secret: all addresses could be hashed. */
export function keyedHash({ config }: { config: Secrets }, text: string) {
  return createHmac('sha256', hashSecretOf(config)).update(text).digest('hex')
}
