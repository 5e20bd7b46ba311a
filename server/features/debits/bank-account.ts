import { electronicFormatIBAN, isSEPACountry, validateIBAN } from 'ibantools'
import type { ErrorCode } from '#contract/errors.ts'

/** Reads an IBAN as people write it. Returns it without spaces, or what is wrong with it. */
export function readIban(text: string): { iban: string } | { problem: ErrorCode } {
  // Spaces and dashes are how people group the characters; anything else is a mistake, or an attempt.
  if (!/^[\p{L}\d\s-]+$/u.test(text)) return { problem: 'debits.iban_invalid' }
  const iban = electronicFormatIBAN(text)
  if (!iban || !validateIBAN(iban).valid) return { problem: 'debits.iban_invalid' }
  if (!isSEPACountry(iban.slice(0, 2))) return { problem: 'debits.iban_not_sepa' }
  return { iban }
}
