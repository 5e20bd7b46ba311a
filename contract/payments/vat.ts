import { z } from 'zod'
import type { CountryCode } from '#contract/countries.ts'

/**
 * VAT in prices, by the buyer's country: the standard rate on electronically supplied services, in
 * thousandths (255 is 25.5 percent), so that amounts are computed with whole numbers. 0: no single rate, and
 * none is shown; Canada has 5 to 15 percent by province, the United States rates by state (decision 0068).
 *
 * Compared on 2026-11-22 with the Union's rates of December 2025 (newcraft.dev/vat-rates-eu-countries)
 * and of 2025 with the United Kingdom, Norway and Switzerland (vat-solutions.com). Last changes: Finland in
 * September 2024, Switzerland in January 2024; in 2026 only reduced rates change.
 */
export const vatPermille = {
  AT: 200,
  AU: 100,
  BE: 210,
  CA: 0,
  CH: 81,
  DE: 190,
  DK: 250,
  ES: 210,
  FI: 255,
  FR: 200,
  GB: 200,
  IE: 230,
  IT: 220,
  NL: 210,
  NO: 250,
  PL: 230,
  SE: 250,
  US: 0,
} as const satisfies Record<CountryCode, number>

/** What the tax is called in a country. */
export const TaxName = z.enum(['vat', 'gst'])
export type TaxName = z.output<typeof TaxName>

export function taxName(country: CountryCode): TaxName {
  return country === 'AU' ? 'gst' : 'vat'
}

/**
 * Returns the VAT in an amount, in whole minor units, half a unit rounded up. The net amount is the rest, so
 * that both always add up. Source: PAY-26.
 */
export function includedVat({ amountMinor, permille }: { amountMinor: number; permille: number }) {
  return Math.floor((2 * amountMinor * permille + 1000 + permille) / (2 * (1000 + permille)))
}
