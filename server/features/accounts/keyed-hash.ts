import { createHmac } from 'node:crypto'
import type { Config } from '#server/platform/config.ts'

/** Returns the hash under which an address is counted. The key is secret: all addresses could be hashed. */
export function keyedHash({ config: { secret } }: { config: Pick<Config, 'secret'> }, text: string) {
  return createHmac('sha256', secret).update(text).digest('hex')
}
