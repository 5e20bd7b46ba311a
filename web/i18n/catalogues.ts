import type { Messages } from 'use-intl'
import en from 'virtual:catalogue/en'
import type { Language } from '#contract/languages.ts'

/** English comes with the first script; every other language is a file of its own, fetched when it is wanted. */
export async function loadCatalogue(language: Language): Promise<Messages> {
  if (language === 'fr') return (await import('virtual:catalogue/fr')).default
  return en
}
