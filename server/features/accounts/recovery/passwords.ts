import { hash, verify } from '@node-rs/argon2'
import { loadOnce } from '#server/platform/load-once.ts'
import { WorkQueue } from '#server/platform/work-queue.ts'

/** OWASP's recommendation for argon2id. Memory in KiB. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/**
 * Hashes run in the threads that also read files and compress replies, four by default: two stay free, and no
 * flood of log-ins makes members wait who are logged in. What waits is done within seconds.
 */
const work = new WorkQueue({ maxRunning: 2, maxWaiting: 100 })

/** Returns the hash in PHC format, which includes cost and salt. @throws AppError `request.busy` */
export function hashPassword(password: string) {
  return work.run(() => hash(password, cost))
}

const dummyHash = loadOnce(() => hashPassword('the dummy password'))

/**
 * Checks a password against a hash. Without a hash, a dummy is verified instead, so that the time taken does
 * not reveal whether the account exists (ACC-2).
 * @throws AppError `request.busy`
 */
export async function isRightPassword(password: string, passwordHash: string | undefined) {
  const against = passwordHash ?? (await dummyHash())
  const isRight = await work.run(() => verify(against, password))
  return isRight && passwordHash !== undefined
}
