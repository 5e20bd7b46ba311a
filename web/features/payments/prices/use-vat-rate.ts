import { useFormatter } from '#web/i18n/intl.tsx'

/** Returns a function that writes a rate of VAT, given in percent, with at most one digit after the decimal point: 25.5 %. */
export function useVatRate() {
  const format = useFormatter()
  return (percent: number) => format.number(percent / 100, { style: 'percent', maximumFractionDigits: 1 })
}
