import type { Language } from '#contract/languages.ts'

/** Options of a project in playwright.config.ts. */
export interface Options {
  /** The language that visitors have chosen and members are built with. */
  language: Language
}
