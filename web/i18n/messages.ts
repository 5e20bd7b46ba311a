import type { Language } from '#contract/languages.ts'
import type common from '#locales/en/common.json'
import type errors from '#locales/en/errors.json'
import type shell from '#locales/en/shell.json'

/** The English catalogue, one line for each slice: so that the compiler knows every key. */
interface Catalogue {
  common: typeof common
  errors: typeof errors
  shell: typeof shell
}

declare module 'use-intl' {
  interface AppConfig {
    Locale: Language
    Messages: Catalogue
  }
}
