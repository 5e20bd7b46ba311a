import type { CountryCode } from './countries.ts'

/**
 * VAT that prices include, by the buyer's country: the standard rate on electronically supplied services, in thousandths
 * (255 is 25.5 percent), so that amounts are computed with whole numbers. Canada: the federal rate. United States: there is
 * no national rate.
 *
 * Compared on 2026-11-22 with tables of December 2025 of the Union's rates (newcraft.dev/vat-rates-eu-countries) and of 2025 with
 * the United Kingdom, Norway and Switzerland (vat-solutions.com). The last changes: Finland in September 2024, Switzerland in
 * January 2024; what is announced for 2026 concerns reduced rates only.
 */
export const vatPermille = {
  AT: 200,
  AU: 100,
  BE: 210,
  CA: 50,
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

/**
 * Returns the VAT that an amount contains, in whole minor units, half a unit rounded up. The net amount is the rest, so
 * that both always add up. Source: PAY-26.
 */
export function includedVat({ amountMinor, permille }: { amountMinor: number; permille: number }) {
  return Math.floor((2 * amountMinor * permille + 1000 + permille) / (2 * (1000 + permille)))
}
