/** The languages of the shell (SHELL-1), in the order of the language menu, each by its own name. */
export const languageNames = {
  da: 'Dansk',
  de: 'Deutsch',
  en: 'English',
  es: 'Español',
  fi: 'Suomi',
  fr: 'Français',
  it: 'Italiano',
  nb: 'Norsk bokmål',
  nl: 'Nederlands',
  pl: 'Polski',
  sv: 'Svenska',
} as const

export type LanguageCode = keyof typeof languageNames

/** Languages that have a catalogue; only these can be chosen. English is the default and the fallback (SHELL-1). */
export const languages = ['en', 'fr'] as const
export type Language = (typeof languages)[number]
export const defaultLanguage: Language = 'en'

/** Returns whether a value is the code of a language with a catalogue. */
export function isLanguage(value: unknown): value is Language {
  return languages.some((language) => language === value)
}
