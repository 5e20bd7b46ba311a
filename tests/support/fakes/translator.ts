import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Messages } from 'use-intl'
import { createTranslator } from 'use-intl/core'
import type { Language } from '#contract/languages.ts'
import type emails from '#locales/en/emails.json'

/** Returns the texts of one language by the catalogue's keys: `t('chat.composer.send', { count: 2 })`. */
export function translatorFor(language: Language) {
  return createTranslator({ locale: language, messages: catalogue(language) })
}

export type Translate = ReturnType<typeof translatorFor>

/** The screens' texts, and those of the mails. */
type Catalogue = Messages & { emails: typeof emails }

function catalogue(language: Language) {
  const folder = join(import.meta.dirname, '..', '..', '..', 'locales', language)
  const files = readdirSync(folder).filter((file) => file.endsWith('.json'))
  const slices = files.map((file) => [file.replace('.json', ''), JSON.parse(readFileSync(join(folder, file), 'utf8'))])
  // `npm run locales:check` ensures that every language has the English keys.
  return Object.fromEntries(slices) as Catalogue
}
