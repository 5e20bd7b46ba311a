import { useFormatter } from '#web/i18n/intl.tsx'
import { currencyDisplay, majorUnits, type Money } from '#contract/payments/money.ts'

/** Returns a function that writes an amount in the language of the page. */
export function useMoney() {
  const format = useFormatter()
  return (money: Money) => {
    const { currency } = money
    return format.number(majorUnits(money), {
      style: 'currency',
      currency,
      currencyDisplay: currencyDisplay(currency),
    })
  }
}
