import { z } from 'zod'
import { decrypt, encrypt, type Secrets } from '#server/platform/encryption.ts'

/** A member's input for a mandate. Stored encrypted; leaves the server masked, or to its owner. */
export const MandateDetails = z.object({
  holder: z.string(),
  /** Without spaces. */
  iban: z.string(),
  street: z.string(),
  houseNumber: z.string(),
  zip: z.string(),
  city: z.string(),
  /** In E.164. */
  phone: z.string(),
})
export type MandateDetails = z.output<typeof MandateDetails>

/** Encrypts the details for one mandate: in the row of another one they cannot be decrypted. */
export function sealDetails(config: Secrets, { reference, details }: { reference: string; details: MandateDetails }) {
  return encrypt(config, { purpose: 'mandate', owner: reference, plain: Buffer.from(JSON.stringify(details)) })
}

export function openDetails(config: Secrets, { reference, details }: { reference: string; details: Buffer }) {
  const plain = decrypt(config, { purpose: 'mandate', owner: reference, data: details })
  return MandateDetails.parse(JSON.parse(plain.toString()))
}
