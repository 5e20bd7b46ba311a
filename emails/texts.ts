import { createFormatter, createTranslator } from 'use-intl/core'
import type { Email } from '#contract/emails.ts'
import { currencyDisplay, majorUnits } from '#contract/payments/money.ts'
import en from '#locales/en/emails.json' with { type: 'json' }
import fr from '#locales/fr/emails.json' with { type: 'json' }

const catalogues = { en, fr } satisfies Record<Email['language'], typeof en>

/** Returns the translator of one language. */
export function textsOf(language: Email['language']) {
  return { t: createTranslator({ locale: language, messages: catalogues[language] }) }
}

/** Returns the formatter of a locale of `formatLocale` for dates, numbers and money (SHELL-4). */
export function formatterOf(locale: string) {
  return createFormatter({ locale, timeZone: 'UTC' })
}

/** Returns the function that writes minor units of a currency. */
export function moneyIn(format: ReturnType<typeof formatterOf>, currency: string) {
  return (amountMinor: number) =>
    format.number(majorUnits({ amountMinor, currency }), {
      style: 'currency',
      currency,
      currencyDisplay: currencyDisplay(currency),
    })
}

export type Texts = ReturnType<typeof textsOf>
