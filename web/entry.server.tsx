import type { ReactNode } from 'react'
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
import { defaultLanguage } from '#contract/languages.ts'
import { queryClientContext } from '#web/api/load.ts'
import { createQueryClient } from '#web/api/queries.ts'
import { bindTransport, type Transport } from '#web/api/transport.ts'
import { loadCatalogue } from '#web/i18n/catalogues.ts'
import { detectLanguage } from '#web/i18n/detect-language.ts'
import { parseCookies, timeZoneFromCookies } from '#web/i18n/request-preferences.ts'
import { pageContext, type Page } from '#web/shell/page.ts'
import { Providers } from '#web/shell/providers.tsx'
import { isTheme, THEME_COOKIE } from '#web/shell/theme.ts'

/** What the web host hands over for one page. */
export interface PageRequest {
  transport: Transport
  nonce: string
  /** Where each language's texts are fetched; English comes with the code. */
  catalogueUrls: Record<string, string>
  cookie: string | undefined
  acceptLanguage: string | undefined
  reportError: (error: unknown) => void
}

export function createRequestHandler(build: ServerBuild) {
  return createHandler(build, 'production')
}

/** Prepares the context in which one page is loaded and drawn; `page.html` holds it afterwards. */
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

/** Draws a page. Its loaders are done by now, so nothing is gained by sending it in parts. */
export default async function drawPage(
  request: Request,
  status: number,
  headers: Headers,
  router: EntryContext,
  context: Readonly<RouterContextProvider>,
) {
  const page = context.get(pageContext)
  const { language, timeZone, now, theme, nonce, catalogueUrls } = page
  const early = catalogueUrls[language]
  const catalogue = await loadCatalogue(language)
  const { serverHandoffStream: _, ...routerWithoutStream } = router
  page.html = await drawn(
    <Providers
      settings={{ language, catalogue, timeZone, now, theme }}
      queryClient={context.get(queryClientContext)}
      {...(early && { early })}
    >
      <ServerRouter context={routerWithoutStream} url={request.url} nonce={nonce} />
    </Providers>,
    router,
    nonce,
  )
  headers.set('content-type', 'text/html; charset=utf-8')
  return new Response(null, { status, headers })
}

export const handleError: HandleErrorFunction = (error, { request, context }) => {
  // A visitor who left, or a rejection that is shown as a page, is no failure of ours.
  if (request.signal.aborted || isRouteErrorResponse(error)) return
  context.get(pageContext).reportError(error)
}

/** The one page that needs nothing: for when not even the error page could be drawn (SHELL-8). */
export async function lastResort(acceptLanguage: string | undefined) {
  const locale = detectLanguage({ cookie: null, account: null, site: null, accepted: acceptLanguage })
  const t = createTranslator({ locale, messages: await loadCatalogue(locale), namespace: 'shell.error' })
  return `<!doctype html><html lang="${locale}"><meta charset="utf-8"><title>${t('title')}</title><p>${t('broken')}</p><p><a href="/">${t('home')}</a></p></html>`
}

/**
 * All data is there and nothing is sent in parts, so the page is one string; React's streams took a tenth longer. What
 * they would do besides is done here: the router's state, which it sends as a stream of scripts, follows the page.
 */
async function drawn(tree: ReactNode, { serverHandoffStream }: EntryContext, nonce: string) {
  const html = renderToString(tree)
  const end = html.lastIndexOf('</body>')
  const state = serverHandoffStream ? await handoffScripts(serverHandoffStream, nonce) : ''
  return `<!DOCTYPE html>${html.slice(0, end)}${state}${html.slice(end)}`
}

/** What `ServerRouter` would send for the router's state. */
async function handoffScripts(stream: ReadableStream<Uint8Array>, nonce: string) {
  const text = JSON.stringify(await new Response(stream).text()).replaceAll('<', String.raw`\u003c`)
  const controller = 'window.__reactRouterContext.streamController'
  return `<script nonce="${nonce}">${controller}.enqueue(${text});${controller}.close();</script>`
}
