import type { Language } from '#contract/languages.ts'

/** What a project of playwright.config.ts decides. */
export interface Options {
  /** The visitors of this project have chosen it. */
  language: Language
}
