import { createContext } from 'react-router'
import type { Language } from '#contract/languages.ts'
import type { Theme } from './theme.ts'

/** One request for a page, on the server: what the visitor's browser sent, and what was decided from it. */
export interface Page {
  /** Attribute of every script in the page; the security header names it. */
  nonce: string
  /** URL of the texts of each language but English. */
  catalogueUrls: Record<string, string>
  cookies: Map<string, string>
  acceptLanguage: string | undefined
  theme: Theme
  timeZone: string
  now: Date
  /** Set by the root middleware before anything is rendered. */
  language: Language
  /** The rendered page. Returned here, because a web stream around it costs more than a small page. */
  html: string | null
  reportError: (error: unknown) => void
}

export const pageContext = createContext<Page>()
