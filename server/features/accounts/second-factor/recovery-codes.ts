import { customAlphabet } from 'nanoid'
import { RECOVERY_CODES } from '#contract/limits.ts'
import { keyedHash, type Secrets } from '#server/platform/encryption.ts'

/** Without characters that look alike. 12 of them are 59 bits. */
const newCode = customAlphabet('23456789abcdefghjkmnpqrstuvwxyz', 12)

/** Returns new recovery codes in groups of four, such as `k3fx-9wmt-p7hc`. */
export function newRecoveryCodes() {
  return Array.from({ length: RECOVERY_CODES }, () => newCode().replaceAll(/(.{4})(?=.)/g, '$1-'))
}

/** Returns whether a text has the length of a recovery code, however it is grouped. */
export function hasRecoveryCodeLength(text: string) {
  return normalized(text).length === 12
}

/** Returns the stored hash. Case, spaces and hyphens do not matter: people type from paper. */
export function hashRecoveryCode(config: Secrets, { userId, code }: { userId: number; code: string }) {
  return keyedHash(config, { purpose: 'recovery codes', text: `${userId} ${normalized(code)}` })
}

function normalized(text: string) {
  return text.toLowerCase().replaceAll(/[\s\-–]/g, '')
}
