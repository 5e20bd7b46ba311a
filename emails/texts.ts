import { createFormatter, createTranslator } from 'use-intl/core'
import type { Email } from '#contract/emails.ts'
import { currencyDisplay, majorUnits } from '#contract/payments/money.ts'
import { defaultLanguage } from '#contract/languages.ts'
import { withEnglish } from '#contract/texts.ts'
import type english from '#locales/en/emails.json'

type Catalogue = typeof english

/** One file of the build for each language, loaded with its first mail. */
const catalogues = import.meta.glob<Catalogue>('../locales/*/emails.json', { import: 'default' })

const texts = new Map<Email['language'], Promise<Texts>>()

/** Returns the translator of one language, made once; what the language lacks is English. */
export function textsOf(language: Email['language']) {
  const made = texts.get(language) ?? makeTexts(language)
  texts.set(language, made)
  // A file that could not be read is read again for the next mail.
  made.catch(() => texts.delete(language))
  return made
}

async function makeTexts(language: Email['language']) {
  const [own, fallback] = await Promise.all([language, defaultLanguage].map(load))
  const messages = withEnglish(fallback ?? {}, own ?? {}) as unknown as Catalogue
  return { t: createTranslator({ locale: language, messages }) }
}

async function load(language: Email['language']) {
  return catalogues[`../locales/${language}/emails.json`]?.()
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

export type Texts = Awaited<ReturnType<typeof makeTexts>>

/** What the component of a template receives. */
export interface EmailProps<Template extends Email['template']> {
  email: Extract<Email, { template: Template }>
  texts: Texts
}
