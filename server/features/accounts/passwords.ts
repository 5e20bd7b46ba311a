import { hash, verify } from '@node-rs/argon2'
import { PASSWORD_KNOWN_MIN_LENGTH, PASSWORD_MIN_DISTINCT } from '#contract/limits.ts'
import { commonPasswords } from './common-passwords.ts'

/** OWASP's recommendation for argon2id. Memory in KiB. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Returns the hash in PHC format, which includes cost and salt. */
export function hashPassword(password: string) {
  return hash(password, cost)
}

let dummyHash: Promise<string> | undefined

/**
 * Checks a password against a hash. Without a hash, a dummy is verified instead, so that the time taken does not reveal
 * whether the account exists (ACC-2).
 */
export async function isRightPassword(password: string, passwordHash: string | undefined) {
  dummyHash ??= hashPassword('the dummy password')
  const isRight = await verify(passwordHash ?? (await dummyHash), password)
  return isRight && passwordHash !== undefined
}

/**
 * Returns whether a password is among the first that an attacker tries: common passwords, also with digits around them,
 * few distinct characters, sequences of the alphabet or the keyboard, and `known` data of the member and the site (ACC-9).
 */
export function isGuessable(password: string, { known }: { known: string[] }) {
  const plain = password.toLowerCase()
  const core = plain.replaceAll(/^[\d\W_]+|[\d\W_]+$/g, '')
  if (new Set(plain).size < PASSWORD_MIN_DISTINCT || isSequence(plain)) return true
  if (commonPasswords.has(plain) || commonPasswords.has(core)) return true
  return known
    .flatMap((text) => [text, ...text.split(/[\s@.]+/)])
    .map((text) => text.toLowerCase())
    .some((text) => text.length >= PASSWORD_KNOWN_MIN_LENGTH && (text === plain || text === core))
}

const sequences = [
  '01234567890',
  'abcdefghijklmnopqrstuvwxyz',
  'qwertyuiop',
  'asdfghjkl',
  'zxcvbnm',
  'azertyuiop',
  'qwertzuiop',
]

/** Returns whether a text follows the alphabet, the digits or a keyboard row, forwards or backwards, also starting over. */
function isSequence(text: string) {
  return sequences.some((sequence) => {
    const backwards = [...sequence].toReversed().join('')
    return [sequence, backwards].some((one) => (one + one).includes(text))
  })
}
