import { createContext } from 'react-router'
import type { CountryCode } from '#contract/countries.ts'
import type { LanguageCode } from '#contract/languages.ts'
import type { Theme } from './theme.ts'

/** One request for a page, on the server: what the visitor's browser sent, and what was decided from it. */
export interface Page {
  /** Attribute of every script in the page; the security header names it. */
  nonce: string
  /** URL of the script of the landing pages, which are not hydrated. */
  landerScriptUrl: string
  /** Origin of the files of the build; empty: that of the page. */
  cdnPrefix: string
  cookies: Map<string, string>
  acceptLanguage: string | undefined
  theme: Theme
  timeZone: string
  now: Date
  /** Set by the root middleware before anything is rendered. */
  language: LanguageCode
  /** The language is a choice of the visitor, not only detected. */
  isLanguageChosen: boolean
  /** Country of the visitor or member, also set by the middleware. */
  country: CountryCode
  /** The rendered page. Returned here, because a web stream around it costs more than a small page. */
  html: string | null
  reportError: (error: unknown) => void
}

export const pageContext = createContext<Page>()
