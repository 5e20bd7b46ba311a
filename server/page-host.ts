import type { FastifyReply, FastifyRequest } from 'fastify'
import type { OfflineFiles, PageCall, PageRenderer, PageReply, PageVisitor } from '#contract/page-renderer.ts'
import { trackingScriptFor } from '#contract/settings/site-rules.ts'
import { sessionCookieName } from './features/accounts/sessions/session-cookie.ts'
import type { Sites } from './features/settings/service.ts'
import { hasFileName, isCallOrFile, pagePath, withoutFinalSlash } from './page-address.ts'
import type { Config } from './platform/config.ts'
import { secondsToWait, toAppError, toErrorReply } from './platform/http/error-replies.ts'
import type { AnswerPage } from './platform/http/routes.ts'
import { allowPage } from './platform/http/security-headers.ts'
import { asksForHtml } from './platform/http/visitor/asks-for-html.ts'
import { sendShared, SharedPages, type SharedRender } from './shared-pages.ts'

/** What React Router has built for the server, beside the files of the browser that its pages name. */
export interface WebBuild {
  entry: {
    module: PageRenderer<WebBuild> & {
      createRequestHandler: (build: WebBuild) => (request: Request, context: object) => Promise<Response>
    }
  }
}

export interface PageHostDeps {
  answerPage: AnswerPage
  config: Pick<Config, 'photoStore' | 'publicUrl'>
  sites: Pick<Sites, 'of'>
  /** Returns the paths of landing pages with a slug that an operator has set. */
  findSlugPaths: () => Promise<string[]>
  /** Called before a page is rendered, for cookies. */
  onPage: (visit: { request: FastifyRequest; reply: FastifyReply }) => void
}

interface Built {
  web: WebBuild
  /** URL of the script of the landing pages. */
  landerScriptUrl: string
  offlineFiles: OfflineFiles
}

/** Renders the pages of the built web app, or sends the copies that visitors share. */
export class PageHost {
  readonly #deps: PageHostDeps
  readonly #built: Built
  readonly #renderer: PageRenderer<WebBuild>
  readonly #render: (path: string, init: RequestInit, context: object) => Promise<Response>
  readonly #isPage: (path: string) => boolean
  readonly #shared: SharedPages

  constructor(deps: PageHostDeps, built: Built) {
    const { web } = built
    const { createRequestHandler, createPageTest, createSharing, describeVisitor } = web.entry.module
    this.#deps = deps
    this.#built = built
    this.#renderer = web.entry.module
    this.#isPage = createPageTest(web)
    const handle = createRequestHandler(web)
    // A page that sets a cookie marks it as secure where the site has https.
    const scheme = deps.config.publicUrl.startsWith('https:') ? 'https' : 'http'
    this.#render = (path, init, context) => handle(new Request(`${scheme}://page${path}`, init), context)
    this.#shared = new SharedPages({
      ...deps,
      sharingOf: createSharing(web),
      describeVisitor,
      render: (input) => this.#renderShared(input),
    })
  }

  async serve(request: FastifyRequest, reply: FastifyReply) {
    // An unknown API call or file is not a page, and a program that asks for no HTML gets no 404 page.
    if (isCallOrFile(request.url)) return reply.callNotFound()
    const pageAddress = pagePath(request.url)
    if (!asksForHtml(request) && (hasFileName(request.url) || !this.#isPage(pageAddress))) return reply.callNotFound()
    const url = withoutFinalSlash(request.url)
    if (request.method !== 'POST' && url !== request.url) return reply.redirect(url, 301)
    const { answerPage, config, sites, onPage } = this.#deps
    onPage({ request, reply })
    const copy = await this.#shared.find(request)
    if (copy) return sendShared(copy, request, reply)
    const { settings } = sites.of(request.hostname.toLowerCase())
    const cdnPrefix = settings.cdn_prefix
    const isMember = request.cookies[sessionCookieName(config)] !== undefined
    const trackingScript = trackingScriptFor(settings, { path: pageAddress, isMember })
    const nonce = allowPage(reply, { ...config, cdnPrefix, trackingScript })
    const { transport, retryAfter } = createTransport(answerPage, request, reply)
    const { page, context } = this.#renderer.openPage({
      transport,
      nonce,
      landerScriptUrl: this.#built.landerScriptUrl,
      cdnPrefix,
      ...visitorOf(request),
      reportError: (error) => request.log.error({ err: error }, 'page failed'),
    })
    // The forms of pages have no fields: what they do is in their path.
    const answer = await this.#render(request.url, { method: request.method }, context)
    void reply.code(answer.status)
    answer.headers.forEach((value, name) => void reply.header(name, value))
    void reply.header('cache-control', 'private, no-store')
    const seconds = retryAfter(answer.status)
    if (seconds) void reply.header('retry-after', seconds)
    if (page.html) return reply.send(page.html)
    if (answer.status < 500) return reply.send(answer.body ? await answer.text() : '')
    return reply.type('text/html; charset=utf-8').send(await this.#renderer.fallbackErrorPage(visitorOf(request)))
  }

  /** The page that browsers store for an unreachable site. It and its service worker need this origin. */
  async serveOffline(request: FastifyRequest, reply: FastifyReply) {
    const { answerPage, config } = this.#deps
    const { web, landerScriptUrl, offlineFiles } = this.#built
    const nonce = allowPage(reply, { ...config, cdnPrefix: '' })
    const { transport } = createTransport(answerPage, request, reply)
    const reportError = (error: unknown) => request.log.error({ err: error }, 'offline page failed')
    const urls = { landerScriptUrl, cdnPrefix: '' }
    const input = { transport, nonce, reportError, ...urls, ...visitorOf(request) }
    const html = await this.#renderer.renderOfflinePage(web, offlineFiles, input)
    return reply.header('cache-control', 'private, no-store').type('text/html; charset=utf-8').send(html)
  }

  /**
   * Answers an address that has opened too many pages, and a form of another site, with a plain page, without
   * rendering (SAFE-14).
   */
  async reject(error: unknown, request: FastifyRequest, reply: FastifyReply) {
    const { status, code } = toAppError(error)
    const reason = status === 429 ? 'busy' : code === 'request.forbidden_origin' ? 'foreign' : null
    if (!reason || !asksForHtml(request)) throw error
    const html = await this.#renderer.fallbackErrorPage(visitorOf(request), reason)
    return reply.code(status).header('cache-control', 'no-store').type('text/html; charset=utf-8').send(html)
  }

  async #renderShared({ request, url, cookie, acceptLanguage, cdnPrefix }: SharedRender) {
    const { transport } = createTransport(this.#deps.answerPage, request, ignoringReply)
    const reportError = (error: unknown) => request.log.error({ err: error }, 'page failed')
    const visitor = { cookie, acceptLanguage, nonce: '', isShared: true }
    const urls = { landerScriptUrl: this.#built.landerScriptUrl, cdnPrefix }
    const { page, context } = this.#renderer.openPage({ transport, reportError, ...visitor, ...urls })
    const { status } = await this.#render(url, {}, context)
    return status === 200 ? page.html : null
  }
}

/** For a page that is rendered for many requests: what its calls add to a reply belongs to none of them. */
const ignoringReply = { header: () => ignoringReply } as unknown as FastifyReply

function visitorOf({ headers }: FastifyRequest): PageVisitor {
  return { cookie: headers.cookie, acceptLanguage: headers['accept-language'] }
}

/**
 * Creates the transport that passes a page's calls to the API's handlers; errors become replies. `retryAfter`
 * returns the longest wait among the errors of that status.
 */
function createTransport(answerPage: AnswerPage, request: FastifyRequest, reply: FastifyReply) {
  const waits = new Map<number, number>()
  const transport = async (call: PageCall): Promise<PageReply> => {
    try {
      return { status: 200, ...(await answerPage(call, request, reply)), retryAfterSeconds: null }
    } catch (error) {
      const { status, body } = toErrorReply(error, request)
      const retryAfterSeconds = secondsToWait(status, body.error.params)
      if (retryAfterSeconds) waits.set(status, Math.max(retryAfterSeconds, waits.get(status) ?? 0))
      return { status, body, retryAfterSeconds }
    }
  }
  return { transport, retryAfter: (status: number) => waits.get(status) }
}
