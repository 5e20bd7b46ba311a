import type { ReactNode } from 'react'
import { Writable } from 'node:stream'
import { renderToPipeableStream, renderToString } from 'react-dom/server'
import fontUrl from '@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2?url'
import {
  createRequestHandler as createHandler,
  isRouteErrorResponse,
  RouterContextProvider,
  ServerRouter,
  type EntryContext,
  type HandleErrorFunction,
  type ServerBuild,
} from 'react-router'
import { createTranslator } from 'use-intl/core'
import { countryLanguages } from '#contract/countries.ts'
import { defaultLanguage, textLanguage } from '#contract/languages.ts'
import { formatLocale } from '#contract/locales.ts'
import type {
  KindHints,
  FallbackReason,
  OfflineFiles,
  PageRequest,
  PageVisitor,
  VisitorKind,
} from '#contract/page-renderer.ts'
import { DAY } from '#contract/time.ts'
import { countryOfVisitor } from '#contract/settings/visitor-country.ts'
import { queryClientContext } from '#web/api/load.ts'
import { createQueryClient } from '#web/api/queries.ts'
import { withCachedJson, withoutFetchTimes } from '#web/api/server-state.tsx'
import { bindTransport } from '#web/api/transport.ts'
import { loadCatalogue } from '#web/i18n/catalogues.ts'
import { detectLanguage } from '#web/i18n/detect-language.ts'
import { countryNameIn } from '#web/i18n/on-server/country-name.ts'
import {
  languageFromCookies,
  languageOfQuery,
  parseCookies,
  timeZoneFromCookies,
} from '#web/i18n/request-preferences.ts'
import { detectPreferences } from '#web/shell/document/detect-preferences.ts'
import { pageLayoutOf } from '#web/shell/layouts/page-layout.ts'
import { scriptIn, withCdn, withScriptsIn } from '#web/shell/document/file-urls.ts'
import { htmlDocument } from '#web/shell/document/html-document.ts'
import { pageContext, type Page } from '#web/shell/document/page.ts'
import { NonceProvider } from '#web/ui/early-script.tsx'
import { Providers } from '#web/shell/document/providers.tsx'
import { OfflinePage } from '#web/shell/offline/offline-page.tsx'
import { FILES_PREFIX, type OfflineStart } from '#web/shell/offline/offline-start.ts'
import { isTheme, THEME_COOKIE } from '#web/shell/document/theme.ts'

export { createPageTest, createSharing } from '#web/routes/known-pages.ts'

export function createRequestHandler(build: ServerBuild) {
  const handle = createHandler(build, 'production')
  return async (request: Request, context: RouterContextProvider) => {
    try {
      return await handle(request, context)
    } finally {
      // The timer of a query with a `gcTime` would hold the whole page, its request and reply for so long.
      context.get(queryClientContext).clear()
    }
  }
}

/** Prepares the context in which one page is loaded and rendered. The result is in `page.html` afterwards. */
export function openPage({ transport, cookie, isShared = false, ...request }: PageRequest) {
  const cookies = parseCookies(cookie)
  const theme = cookies.get(THEME_COOKIE)
  const page: Page = {
    ...request,
    cookies,
    theme: isTheme(theme) ? theme : 'system',
    timeZone: timeZoneFromCookies(cookies),
    now: isShared ? startOfDay(new Date()) : new Date(),
    language: defaultLanguage,
    isLanguageChosen: false,
    country: 'GB',
    html: null,
  }
  const queryClient = createQueryClient()
  if (isShared) withoutFetchTimes(queryClient)
  bindTransport(queryClient, withCachedJson(transport))
  const context = new RouterContextProvider()
  context.set(pageContext, page)
  context.set(queryClientContext, queryClient)
  return { page, context }
}

/** The same for every copy of a day, so that two nodes render the same bytes. */
function startOfDay(time: Date) {
  return new Date(Math.floor(time.getTime() / DAY) * DAY)
}

/** Returns all that a page without log-in depends on, beside site and path. Each value is one of a few. */
export function describeVisitor({ cookie, acceptLanguage, search, site, countries: known }: KindHints): VisitorKind {
  const cookies = parseCookies(cookie)
  const asked = languageOfQuery(search)
  const { language, isChosen } = detectLanguage({
    cookie: languageFromCookies(cookies),
    account: null,
    asked,
    site: site.domain_language,
    accepted: acceptLanguage,
    offered: site.languages,
  })
  const hints = { accepted: acceptLanguage, language: isChosen ? language : null }
  const country = countryOfVisitor({ ...known, ...hints, countries: site.countries })
  const theme = cookies.get(THEME_COOKIE)
  return { language, isChosen, asked, country, theme: isTheme(theme) ? theme : 'system' }
}

/** Renders a page, which is sent whole: its loaders have run, so a part of it would not be ready earlier. */
export default async function renderPage(
  request: Request,
  status: number,
  headers: Headers,
  router: EntryContext,
  context: Readonly<RouterContextProvider>,
) {
  const page = context.get(pageContext)
  const { language, nonce } = page
  const html = await renderWhole(
    <Providers settings={await settingsOf(page)} queryClient={context.get(queryClientContext)} fontUrl={fontUrl}>
      <NonceProvider value={nonce}>
        <ServerRouter context={router} url={request.url} nonce={nonce} />
      </NonceProvider>
    </Providers>,
    { nonce, reportError: page.reportError },
  )
  const document = htmlDocument(html)
  // The script of the landing pages has no texts.
  const inLanguage = isPlainPage(router) ? document : withScriptsIn(textLanguage(language), document)
  page.html = withCdn(inLanguage, page.cdnPrefix)
  headers.set('content-type', 'text/html; charset=utf-8')
  return new Response(null, { status, headers })
}

/** Returns the document as one text. @throws its errors; a part that fails is left to the browser. */
async function renderWhole(element: ReactNode, { nonce, reportError }: Pick<PageRequest, 'nonce' | 'reportError'>) {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  const { pipe } = renderToPipeableStream(element, {
    nonce,
    // Larger parts would follow the page, and be put into their place by a script.
    progressiveChunkSize: Infinity,
    onAllReady: () => pipe(collect(resolve)),
    onShellError: reject,
    onError: reportError,
  })
  return promise
}

/** Returns a stream that passes on all of its text at its end. */
function collect(onEnd: (text: string) => void) {
  const chunks: Buffer[] = []
  return new Writable({
    write(chunk: Buffer, _encoding, done) {
      chunks.push(chunk)
      done()
    },
    final(done) {
      onEnd(Buffer.concat(chunks).toString())
      done()
    },
  })
}

async function settingsOf({ language, isLanguageChosen, country, timeZone, now, theme }: Page) {
  const locale = formatLocale({ language, isChosen: isLanguageChosen, country, offered: countryLanguages[country] })
  return {
    language,
    locale,
    country,
    countryName: countryNameIn(locale, country),
    countryLanguages: [...countryLanguages[country]],
    catalogue: await loadCatalogue(textLanguage(language)),
    timeZone,
    now,
    theme,
  }
}

/**
 * Renders the page that a browser stores and shows when it cannot reach the site. It has the visitor's
 * language, theme and country, and nothing else of them.
 */
export async function renderOfflinePage(build: ServerBuild, { script, files }: OfflineFiles, request: PageRequest) {
  const { page, context } = openPage(request)
  const client = context.get(queryClientContext)
  await detectPreferences(page, { client, search: new URLSearchParams() })
  const { basename, future, routeDiscovery, ssr, assets } = build
  const styleSheets = assets.routes['root']?.css ?? []
  const language = textLanguage(page.language)
  const inLanguage = (url: string) => scriptIn(language, url)
  const start: OfflineStart = {
    files: [...new Set([...files, ...styleSheets, assets.url, fontUrl].map(inLanguage))],
    manifestUrl: inLanguage(assets.url),
    routerContext: { basename, future, routeDiscovery, ssr, isSpaMode: false },
  }
  const html = renderToString(
    // The font is stored with the files. Announced too, it would count as unused where the app starts slowly.
    <Providers settings={await settingsOf(page)} queryClient={client}>
      <OfflinePage styleSheets={styleSheets} script={script} start={start} />
    </Providers>,
  )
  return `<!DOCTYPE html>${withCdn(withScriptsIn(language, html), FILES_PREFIX)}`
}

/** Returns whether the matched routes ask for a document that is not hydrated. */
function isPlainPage({ staticHandlerContext: { matches }, routeModules }: EntryContext) {
  return pageLayoutOf(matches.map(({ route }) => ({ handle: routeModules[route.id]?.handle }))).isPlain
}

export const handleError: HandleErrorFunction = (error, { request, context }) => {
  // A visitor who left, or an error that is shown as a page, is not a failure of the server.
  if (request.signal.aborted || isRouteErrorResponse(error)) return
  context.get(pageContext).reportError(error)
}

/**
 * Renders a plain page without any component: when the error page itself fails (SHELL-8), for an address that
 * has opened too many pages (SAFE-14), and for a form that a page of another site sends.
 */
export async function fallbackErrorPage({ cookie, acceptLanguage }: PageVisitor, reason: FallbackReason = 'broken') {
  const { language } = detectLanguage({
    cookie: languageFromCookies(parseCookies(cookie)),
    account: null,
    site: null,
    accepted: acceptLanguage,
  })
  const locale = textLanguage(language)
  const t = createTranslator({ locale, messages: await loadCatalogue(locale), namespace: 'shell.error' })
  return `<!doctype html><html lang="${locale}"><meta charset="utf-8"><title>${t('title')}</title><p>${t(reason)}</p><p><a href="/">${t('home')}</a></p></html>`
}
