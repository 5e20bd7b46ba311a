import type { Context } from '#server/platform/context.ts'
import { decrypt, encrypt } from '#server/platform/encryption.ts'
import { secretsAfter, replaceSecret } from './second-factor-queries.ts'
import { sealOf } from './second-factor.ts'

const BATCH = 500

/** Encrypts the second factors of all members with the current secret. Returns how many there are. */
export async function renewSecondFactors({ config, transaction }: Pick<Context, 'config' | 'transaction'>) {
  let renewed = 0
  for (let after: number | null = 0; after !== null;) {
    const from: number = after
    after = await transaction(async (tx) => {
      const rows = await secretsAfter(tx, { after: from, limit: BATCH })
      for (const { userId, secret } of rows) {
        const plain = decrypt(config, { ...sealOf(userId), data: secret })
        await replaceSecret(tx, { userId, secret: encrypt(config, { ...sealOf(userId), plain }) })
      }
      renewed += rows.length
      return rows.at(-1)?.userId ?? null
    })
  }
  return renewed
}
