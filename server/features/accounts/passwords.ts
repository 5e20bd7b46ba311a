import { hash, verify } from '@node-rs/argon2'
import { commonPasswords } from './common-passwords.ts'

/** OWASP's advice for argon2id: 19 MiB, two passes, one lane. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Hash in PHC format, cost and salt included. */
export function hashPassword(password: string) {
  return hash(password, cost)
}

let nobodysHash: Promise<string> | undefined

/** Whether a password is right. Without a hash the same work is done in vain, so that time says nothing either. */
export async function isRightPassword(password: string, passwordHash: string | undefined) {
  nobodysHash ??= hashPassword('no account has this one')
  const isRight = await verify(passwordHash ?? (await nobodysHash), password)
  return isRight && passwordHash !== undefined
}

/** Parts of a password shorter than this say nothing about it. */
const TELLING_LENGTH = 4

/**
 * Among the first that anybody would try: the common ones, the same with a few digits behind, runs of one character or
 * of neighbours, and what everybody knows about the member and the site.
 */
export function isGuessable(password: string, { known }: { known: string[] }) {
  const plain = password.toLowerCase()
  const core = plain.replaceAll(/^[\d\W_]+|[\d\W_]+$/g, '')
  if (new Set(plain).size < 4 || isRun(plain)) return true
  if (commonPasswords.has(plain) || commonPasswords.has(core)) return true
  return known
    .flatMap((text) => [text, ...text.split(/[\s@.]+/)])
    .map((text) => text.toLowerCase())
    .some((text) => text.length >= TELLING_LENGTH && (text === plain || text === core))
}

const rows = [
  '01234567890',
  'abcdefghijklmnopqrstuvwxyz',
  'qwertyuiop',
  'asdfghjkl',
  'zxcvbnm',
  'azertyuiop',
  'qwertzuiop',
]

/** Eight neighbours of the alphabet or the keyboard, forwards or backwards, perhaps over again. */
function isRun(text: string) {
  return rows.some((row) => {
    const backwards = [...row].toReversed().join('')
    return [row + row, backwards + backwards].some((run) => run.includes(text))
  })
}
