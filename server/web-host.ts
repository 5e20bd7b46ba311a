import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { LINK_RATE, PAGE_RATE } from '#contract/limits.ts'
import type { OfflineFiles, PageCall, PageRenderer, PageReply, PageVisitor } from '#contract/page-renderer.ts'
import { trackingScriptFor } from '#contract/settings/site-rules.ts'
import { OFFLINE_FILES, serveBuiltFiles } from './built-files.ts'
import { sessionCookieName } from './features/accounts/sessions/session-cookie.ts'
import type { Sites } from './features/settings/service.ts'
import type { Config } from './platform/config.ts'
import { secondsToWait, toAppError, toErrorReply } from './platform/http/error-replies.ts'
import { scaleRate } from './platform/http/limits/rate-limit.ts'
import { asksForHtml } from './platform/http/visitor/asks-for-html.ts'
import { rejectForeignOrigin } from './platform/http/visitor/request-origin.ts'
import type { AnswerPage } from './platform/http/routes.ts'
import { allowPage } from './platform/http/security-headers.ts'
import { sendShared, SharedPages, type SharedRender } from './shared-pages.ts'

const BUILD_PATH = join(import.meta.dirname, '../build')

interface WebBuild {
  entry: {
    module: PageRenderer<WebBuild> & {
      createRequestHandler: (build: WebBuild) => (request: Request, context: object) => Promise<Response>
    }
  }
}

interface WebHostDeps {
  answerPage: AnswerPage
  config: Pick<Config, 'requestsPerMinute' | 'photoStore' | 'publicUrl'>
  sites: Pick<Sites, 'of'>
  /** Returns the paths of landing pages with a slug that an operator has set. */
  findSlugPaths: () => Promise<string[]>
  /** Called before a page is rendered, for cookies. */
  onPage: (visit: { request: FastifyRequest; reply: FastifyReply }) => void
}

/** Serves the built web app: its files, and every other path as a page rendered on the server. */
export async function webHost(app: FastifyInstance, { answerPage, config, sites, findSlugPaths, onPage }: WebHostDeps) {
  const path = join(BUILD_PATH, 'server/index.js')
  if (!existsSync(path)) throw new Error('The web app is not built yet: run `npm run build`.')
  const web = (await import(pathToFileURL(path).href)) as WebBuild
  const {
    createRequestHandler,
    createPageTest,
    createSharing,
    describeVisitor,
    openPage,
    renderOfflinePage,
    fallbackErrorPage,
  } = web.entry.module
  const render = createRequestHandler(web)
  const landerScriptUrl = findLanderScript()
  const offlineFiles = JSON.parse(readFileSync(join(BUILD_PATH, 'client', OFFLINE_FILES), 'utf8')) as OfflineFiles
  const isPage = createPageTest(web)
  // A page that sets a cookie marks it as secure where the site has https.
  const scheme = config.publicUrl.startsWith('https:') ? 'https' : 'http'

  const shared = new SharedPages({
    config,
    sites,
    sharingOf: createSharing(web),
    findSlugPaths,
    describeVisitor,
    render: renderShared,
  })

  await serveBuiltFiles(app, join(BUILD_PATH, 'client'))
  await app.register(async (pages) => {
    pages.setErrorHandler(rejectPage)
    pages.get('/*', { config: { rateLimit: scaleRate(PAGE_RATE, config) } }, (request, reply) =>
      servePage(request, reply),
    )
    pages.get('/offline', { config: { rateLimit: scaleRate(PAGE_RATE, config) } }, (request, reply) =>
      serveOfflinePage(request, reply),
    )
    pages.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string', bodyLimit: 1024 }, ignoreBody)
    // Checked here as well as by the calls of a page, because a page may set a cookie without any.
    const preParsing = async (request: FastifyRequest) => rejectForeignOrigin(request)
    // Without its service worker the installed app sends shared photos here: the page asks for them again.
    pages.post('/share-photo', { config: { rateLimit: LINK_RATE } }, (_request, reply) =>
      reply.redirect('/share-photo', 303),
    )
    pages.post('/*', { config: { rateLimit: LINK_RATE }, preParsing }, (request, reply) => servePage(request, reply))
  })

  async function servePage(request: FastifyRequest, reply: FastifyReply) {
    // An unknown API call or file is not a page, and a program that asks for no HTML gets no 404 page.
    if (isCallOrFile(request.url)) return reply.callNotFound()
    const pageAddress = pagePath(request.url)
    if (!asksForHtml(request) && (hasFileName(request.url) || !isPage(pageAddress))) return reply.callNotFound()
    const url = withoutFinalSlash(request.url)
    if (request.method !== 'POST' && url !== request.url) return reply.redirect(url, 301)
    onPage({ request, reply })
    const copy = await shared.find(request)
    if (copy) return sendShared(copy, request, reply)
    const { settings } = sites.of(request.hostname.toLowerCase())
    const cdnPrefix = settings.cdn_prefix
    const isMember = request.cookies[sessionCookieName(config)] !== undefined
    const trackingScript = trackingScriptFor(settings, { path: pageAddress, isMember })
    const nonce = allowPage(reply, { ...config, cdnPrefix, trackingScript })
    const { transport, retryAfter } = createTransport(answerPage, request, reply)
    const { page, context } = openPage({
      transport,
      nonce,
      landerScriptUrl,
      cdnPrefix,
      ...visitorOf(request),
      reportError: (error) => request.log.error({ err: error }, 'page failed'),
    })
    // The forms of pages have no fields: what they do is in their path.
    const answer = await render(new Request(`${scheme}://page${request.url}`, { method: request.method }), context)
    void reply.code(answer.status)
    answer.headers.forEach((value, name) => void reply.header(name, value))
    void reply.header('cache-control', 'private, no-store')
    const seconds = retryAfter(answer.status)
    if (seconds) void reply.header('retry-after', seconds)
    if (page.html) return reply.send(page.html)
    if (answer.status < 500) return reply.send(answer.body ? await answer.text() : '')
    return reply.type('text/html; charset=utf-8').send(await fallbackErrorPage(visitorOf(request)))
  }

  /** The page that browsers store for an unreachable site. It and its service worker need this origin. */
  async function serveOfflinePage(request: FastifyRequest, reply: FastifyReply) {
    const nonce = allowPage(reply, { ...config, cdnPrefix: '' })
    const { transport } = createTransport(answerPage, request, reply)
    const reportError = (error: unknown) => request.log.error({ err: error }, 'offline page failed')
    const urls = { landerScriptUrl, cdnPrefix: '' }
    const input = { transport, nonce, reportError, ...urls, ...visitorOf(request) }
    const html = await renderOfflinePage(web, offlineFiles, input)
    return reply.header('cache-control', 'private, no-store').type('text/html; charset=utf-8').send(html)
  }

  async function renderShared({ request, url, cookie, acceptLanguage, cdnPrefix }: SharedRender) {
    const { transport } = createTransport(answerPage, request, ignoringReply)
    const reportError = (error: unknown) => request.log.error({ err: error }, 'page failed')
    const visitor = { cookie, acceptLanguage, nonce: '', isShared: true }
    const urls = { landerScriptUrl, cdnPrefix }
    const { page, context } = openPage({ transport, reportError, ...visitor, ...urls })
    const { status } = await render(new Request(`${scheme}://page${url}`), context)
    return status === 200 ? page.html : null
  }

  /**
   * Answers an address that has opened too many pages, and a form of another site, with a plain page, without
   * rendering (SAFE-14).
   */
  async function rejectPage(error: unknown, request: FastifyRequest, reply: FastifyReply) {
    const { status, code } = toAppError(error)
    const reason = status === 429 ? 'busy' : code === 'request.forbidden_origin' ? 'foreign' : null
    if (!reason || !asksForHtml(request)) throw error
    const html = await fallbackErrorPage(visitorOf(request), reason)
    return reply.code(status).header('cache-control', 'no-store').type('text/html; charset=utf-8').send(html)
  }
}

/** For a page that is rendered for many requests: what its calls add to a reply belongs to none of them. */
const ignoringReply = { header: () => ignoringReply } as unknown as FastifyReply

function ignoreBody(_request: FastifyRequest, _body: string, done: (error: null) => void) {
  done(null)
}

function visitorOf({ headers }: FastifyRequest): PageVisitor {
  return { cookie: headers.cookie, acceptLanguage: headers['accept-language'] }
}

/** Returns the path of the page that a URL stands for: itself, or that of React Router's data for it. */
function pagePath(url: string) {
  const [path = ''] = url.split('?')
  // `/_.data` is that of the page `/`.
  return path.replace(/(?<=\/)_\.data$|\.data$/, '')
}

/** Returns the address of a page as its code compares it. Browsers read `//host` as another site. */
function withoutFinalSlash(url: string) {
  const [path = ''] = url.split('?')
  if (!/^\/[\w%-]/.test(path)) return url
  let end = path.length
  while (path[end - 1] === '/') end -= 1
  return url.slice(0, end) + url.slice(path.length)
}

/** Calls, photos and files of the web app. */
function isCallOrFile(url: string) {
  return /^\/(?:api|assets|photos)\//.test(url)
}

/** Whether a URL names a file, which is no page, unless it is the data that React Router requests for one. */
function hasFileName(url: string) {
  const [path = ''] = url.split('?')
  return /\.\w+$/.test(path) && !path.endsWith('.data')
}

/** Returns the URL of the script that `web/vite/lander-script.ts` builds. */
function findLanderScript() {
  const file = readdirSync(join(BUILD_PATH, 'client/assets')).find((name) => /^lander-script-[\w-]+\.js$/.test(name))
  if (!file) throw new Error('The build has no script of the landing pages.')
  return `/assets/${file}`
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
