import type { Context } from '#server/platform/context.ts'
import { openDetails, sealDetails } from './mandate-details.ts'
import { mandatesAfter, replaceDetails } from './queries.ts'

const BATCH = 500

/** Encrypts the details of all mandates with the current secret. Returns how many there are. */
export async function renewMandates({ config, transaction }: Pick<Context, 'config' | 'transaction'>) {
  let renewed = 0
  for (let after: number | null = 0; after !== null;) {
    const from: number = after
    after = await transaction(async (tx) => {
      const rows = await mandatesAfter(tx, { after: from, limit: BATCH })
      for (const { id, reference, details } of rows) {
        const plain = openDetails(config, { reference, details })
        await replaceDetails(tx, { id, details: sealDetails(config, { reference, details: plain }) })
      }
      renewed += rows.length
      return rows.at(-1)?.id ?? null
    })
  }
  return renewed
}
