import type { Context } from '#server/platform/context.ts'
import { decrypt, encrypt } from '#server/platform/encryption.ts'
import { sealOf } from '../access/login.ts'
import { lockSecrets, saveOperator } from './queries.ts'

/** Encrypts the second factors of all operators with the current secret. Returns how many there are. */
export function renewOperators({ config, transaction }: Pick<Context, 'config' | 'transaction'>) {
  return transaction(async (tx) => {
    const rows = await lockSecrets(tx)
    for (const { id, totpSecret } of rows) {
      const plain = decrypt(config, { ...sealOf(id), data: totpSecret })
      await saveOperator(tx, { id, totpSecret: encrypt(config, sealOf(id, plain)) })
    }
    return rows.length
  })
}
