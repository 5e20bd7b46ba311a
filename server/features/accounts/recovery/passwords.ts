import { hash, verify } from '@node-rs/argon2'
import { loadOnce } from '#server/platform/load-once.ts'

/** OWASP's recommendation for argon2id. Memory in KiB. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Returns the hash in PHC format, which includes cost and salt. */
export function hashPassword(password: string) {
  return hash(password, cost)
}

const dummyHash = loadOnce(() => hashPassword('the dummy password'))

/**
 * Checks a password against a hash. Without a hash, a dummy is verified instead, so that the time taken does
 * not reveal whether the account exists (ACC-2).
 */
export async function isRightPassword(password: string, passwordHash: string | undefined) {
  const isRight = await verify(passwordHash ?? (await dummyHash()), password)
  return isRight && passwordHash !== undefined
}
