// The metadata of mobile numbers only: fixed lines and expensive numbers are not valid.
import { parsePhoneNumberFromString } from 'libphonenumber-js/mobile'
import { countries, type CountryCode } from '#contract/countries.ts'
import type { ErrorCode } from '#contract/errors.ts'

const served: readonly string[] = countries

/**
 * Reads a mobile number in the international format, or the national one of the member's country. Returns it
 * in E.164, or what is wrong.
 */
export function readPhone(text: string, country: CountryCode): { phone: string } | { problem: ErrorCode } {
  const number = parsePhoneNumberFromString(text, country)
  if (!number?.isValid()) return { problem: 'debits.phone_invalid' }
  if (!number.country || !served.includes(number.country)) return { problem: 'debits.phone_not_served' }
  return { phone: number.number }
}
