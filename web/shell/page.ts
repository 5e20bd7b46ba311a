import { createContext } from 'react-router'
import type { Language } from '#contract/languages.ts'
import type { Theme } from './theme.ts'

/** One request for a page, on the server: what the visitor's browser said, and what was decided from it. */
export interface Page {
  /** Goes on every script of this answer; the security header names it. */
  nonce: string
  /** Address of each language's texts. */
  catalogueUrls: Record<string, string>
  cookies: Map<string, string>
  acceptLanguage: string | undefined
  theme: Theme
  timeZone: string
  now: Date
  /** Set by the root middleware, before anything is drawn. */
  language: Language
  /** The page as it was drawn. Handed over here, because a web stream around it costs more than a small page. */
  html: string | null
  reportError: (error: unknown) => void
}

export const pageContext = createContext<Page>()
