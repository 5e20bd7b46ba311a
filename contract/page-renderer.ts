import type { CountryCode } from './countries.ts'
import type { Language, LanguageCode } from './languages.ts'
import type { Settings } from './settings/schemas.ts'

/**
 * Exports of `build/server/index.js` beside React Router's handler. It is built from `web/entry.server.tsx`,
 * which the server does not import. `Build` is React Router's whole build, for its functions.
 */
export interface PageRenderer<Build> {
  /** Prepares the context in which a page is loaded and rendered. The document is then in `page.html`. */
  openPage: (request: PageRequest) => { page: { html: string | null }; context: object }
  renderOfflinePage: (build: Build, files: OfflineFiles, request: PageRequest) => Promise<string>
  fallbackErrorPage: (visitor: PageVisitor, reason?: FallbackReason) => Promise<string>
  createPageTest: (build: Build) => (path: string) => boolean
  createSharing: (build: Build) => (path: string) => Sharing | null
  describeVisitor: (hints: KindHints) => VisitorKind
}

/** An API call made by a page while it is rendered on the server, named as in the contract. */
export interface PageCall {
  method: string
  path: string
  params?: unknown
  query?: unknown
  body?: unknown
}

export interface PageReply {
  status: number
  /** Undefined if it is empty, or an error that is not JSON. */
  body: unknown
  /** The body as JSON, where the handler wrote it so: the page passes it on to the browser. */
  json?: string
  retryAfterSeconds: number | null
}

/** The part of a request that decides the language of a page. */
export interface PageVisitor {
  cookie: string | undefined
  acceptLanguage: string | undefined
}

/** The input of one page from the web host. */
export interface PageRequest extends PageVisitor {
  transport: (call: PageCall) => Promise<PageReply>
  nonce: string
  /** URL of the script of the landing pages. */
  landerScriptUrl: string
  /** `cdn_prefix` of the site. */
  cdnPrefix: string
  reportError: (error: unknown) => void
  /** The copy is sent to other visitors too, so it has neither a nonce nor times of this request. */
  isShared?: boolean
}

/** What the build has for the pages that start without a connection (`web/vite/offline-files.ts`). */
export interface OfflineFiles {
  script: string
  files: string[]
}

/** Keys in `shell.error` of a page without components. */
export type FallbackReason = 'broken' | 'busy' | 'foreign'

export interface KindHints extends PageVisitor {
  /** The query of the page. */
  search: string
  site: Pick<Settings, 'domain_language' | 'languages' | 'countries'>
  /** Of the network address, and the chosen one. */
  countries: Pick<Settings, 'geoip_country' | 'geoip_selected_country'>
}

/** Everything that a page without log-in depends on, beside its site and path. Each value is one of a few. */
export interface VisitorKind {
  language: LanguageCode
  isChosen: boolean
  /** The language that the link asks for. */
  asked: Language | null
  country: CountryCode
  theme: string
}

/** A page that visitors share. */
export interface Sharing {
  lifeMs: number
  /** The path as the table of routes writes it: addresses that lead to the same page have one. */
  path: string
  /** With an optional slug in the path: that of the page that every unknown slug shows; else null. */
  unknownSlugPath: string | null
}
