import { createFormatter, createTranslator } from 'use-intl/core'
import type { Email } from '#contract/emails.ts'
import en from '#locales/en/emails.json' with { type: 'json' }
import fr from '#locales/fr/emails.json' with { type: 'json' }

const catalogues = { en, fr } satisfies Record<Email['language'], typeof en>

/** Returns the translator and the formatter of one language. */
export function textsOf(language: Email['language']) {
  return {
    t: createTranslator({ locale: language, messages: catalogues[language] }),
    format: createFormatter({ locale: language, timeZone: 'UTC' }),
  }
}

export type Texts = ReturnType<typeof textsOf>
