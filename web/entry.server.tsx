import { renderToString } from 'react-dom/server'
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
import { defaultLanguage, isLanguage } from '#contract/languages.ts'
import { LANGUAGE_COOKIE } from '#contract/limits.ts'
import { queryClientContext } from '#web/api/load.ts'
import { createQueryClient } from '#web/api/queries.ts'
import { bindTransport, type Transport } from '#web/api/transport.ts'
import { loadCatalogue } from '#web/i18n/catalogues.ts'
import { detectLanguage } from '#web/i18n/detect-language.ts'
import { parseCookies, timeZoneFromCookies } from '#web/i18n/request-preferences.ts'
import { htmlDocument, routerStateScript } from '#web/shell/html-document.ts'
import { pageContext, type Page } from '#web/shell/page.ts'
import { Providers } from '#web/shell/providers.tsx'
import { isTheme, THEME_COOKIE } from '#web/shell/theme.ts'

export { createPageTest } from '#web/routes/known-pages.ts'

/** The input of one page from the web host. */
export interface PageRequest {
  transport: Transport
  nonce: string
  /** URL of the texts of each language but English, which comes with the code. */
  catalogueUrls: Record<string, string>
  cookie: string | undefined
  acceptLanguage: string | undefined
  reportError: (error: unknown) => void
}

export function createRequestHandler(build: ServerBuild) {
  return createHandler(build, 'production')
}

/** Prepares the context in which one page is loaded and rendered. The result is in `page.html` afterwards. */
export function openPage({ transport, nonce, catalogueUrls, cookie, acceptLanguage, reportError }: PageRequest) {
  const cookies = parseCookies(cookie)
  const theme = cookies.get(THEME_COOKIE)
  const page: Page = {
    nonce,
    catalogueUrls,
    cookies,
    acceptLanguage,
    theme: isTheme(theme) ? theme : 'system',
    timeZone: timeZoneFromCookies(cookies),
    now: new Date(),
    language: defaultLanguage,
    html: null,
    reportError,
  }
  const queryClient = createQueryClient()
  bindTransport(queryClient, transport)
  const context = new RouterContextProvider()
  context.set(pageContext, page)
  context.set(queryClientContext, queryClient)
  return { page, context }
}

/** Renders a page. Its loaders have run, so streaming it in parts would gain nothing. */
export default async function renderPage(
  request: Request,
  status: number,
  headers: Headers,
  router: EntryContext,
  context: Readonly<RouterContextProvider>,
) {
  const page = context.get(pageContext)
  const { language, timeZone, now, theme, nonce, catalogueUrls } = page
  const catalogueUrl = catalogueUrls[language]
  const catalogue = await loadCatalogue(language)
  const { serverHandoffStream, ...routerWithoutStream } = router
  const html = renderToString(
    <Providers
      settings={{ language, catalogue, timeZone, now, theme }}
      queryClient={context.get(queryClientContext)}
      {...(catalogueUrl && { catalogueUrl })}
    >
      <ServerRouter context={routerWithoutStream} url={request.url} nonce={nonce} />
    </Providers>,
  )
  // One string instead of React's streams, which took a tenth longer. They would also send the router's state.
  const state = serverHandoffStream && (await new Response(serverHandoffStream).text())
  page.html = htmlDocument(html, state === undefined ? '' : routerStateScript(state, nonce))
  headers.set('content-type', 'text/html; charset=utf-8')
  return new Response(null, { status, headers })
}

export const handleError: HandleErrorFunction = (error, { request, context }) => {
  // A visitor who left, or an error that is shown as a page, is not a failure of the server.
  if (request.signal.aborted || isRouteErrorResponse(error)) return
  context.get(pageContext).reportError(error)
}

/**
 * Renders a plain page without any component: for when the error page itself fails (SHELL-8), and for an address that
 * has opened too many pages (SAFE-14).
 */
export async function lastResort(
  { cookie, acceptLanguage }: Pick<PageRequest, 'cookie' | 'acceptLanguage'>,
  reason: 'broken' | 'busy' = 'broken',
) {
  const chosen = parseCookies(cookie).get(LANGUAGE_COOKIE)
  const locale = detectLanguage({
    cookie: isLanguage(chosen) ? chosen : null,
    account: null,
    site: null,
    accepted: acceptLanguage,
  })
  const t = createTranslator({ locale, messages: await loadCatalogue(locale), namespace: 'shell.error' })
  return `<!doctype html><html lang="${locale}"><meta charset="utf-8"><title>${t('title')}</title><p>${t(reason)}</p><p><a href="/">${t('home')}</a></p></html>`
}
