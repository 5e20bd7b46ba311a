import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { LINK_RATE } from '#contract/limits.ts'
import { RETRY_AFTER_SECONDS, toErrorReply } from './platform/http/error-replies.ts'
import type { AnswerPage, PageCall } from './platform/http/routes.ts'
import { allowPage } from './platform/http/security-headers.ts'

const BUILD_PATH = join(import.meta.dirname, '../build')

/** What `build/server/index.js` exports. It is built from `web/entry.server.tsx`, which the server does not import. */
interface WebBuild {
  entry: {
    module: {
      createRequestHandler: (build: WebBuild) => (request: Request, context: object) => Promise<Response>
      openPage: (request: {
        transport: (call: PageCall) => Promise<ApiReply>
        nonce: string
        catalogueUrls: Record<string, string>
        cookie: string | undefined
        acceptLanguage: string | undefined
        reportError: (error: unknown) => void
      }) => { page: { html: string | null }; context: object }
      lastResort: (acceptLanguage: string | undefined) => Promise<string>
    }
  }
}

interface ApiReply {
  status: number
  body: unknown
  retryAfterSeconds: number | null
}

/** Serves the built web app: its files, and every other path as a page rendered on the server. */
export async function webHost(app: FastifyInstance, answerPage: AnswerPage) {
  const path = join(BUILD_PATH, 'server/index.js')
  if (!existsSync(path)) throw new Error('The web app is not built yet: run `npm run build`.')
  // The bundle has no types; `WebBuild` repeats what entry.server.tsx exports.
  const web = (await import(pathToFileURL(path).href)) as WebBuild
  const { createRequestHandler, openPage, lastResort } = web.entry.module
  const render = createRequestHandler(web)
  const catalogueUrls = findCatalogues()

  await app.register(fastifyStatic, {
    root: join(BUILD_PATH, 'client'),
    wildcard: false,
    // The names of files in assets/ change with their content.
    setHeaders: (reply, file) => {
      const isNamedByContent = file.includes('/client/assets/')
      void reply.header(
        'cache-control',
        isNamedByContent ? 'public, max-age=31536000, immutable' : 'public, max-age=3600',
      )
    },
    cacheControl: false,
    preCompressed: true,
    globIgnore: ['**/*.br', '**/*.gz', '.vite/**'],
  })

  const answerWithPage = async (request: FastifyRequest, reply: FastifyReply) => {
    // An unknown API call or file is not a page.
    if (isNoPage(request.url)) return reply.callNotFound()
    const nonce = allowPage(reply)
    const { page, context } = openPage({
      transport: createTransport(answerPage, request, reply),
      nonce,
      catalogueUrls,
      cookie: request.headers.cookie,
      acceptLanguage: request.headers['accept-language'],
      reportError: (error) => request.log.error({ err: error }, 'page failed'),
    })
    // The forms of pages have no fields: what they do is in their path.
    const answer = await render(new Request(`http://page${request.url}`, { method: request.method }), context)
    void reply.code(answer.status)
    answer.headers.forEach((value, name) => void reply.header(name, value))
    void reply.header('cache-control', 'private, no-store')
    if (answer.status === 503) void reply.header('retry-after', RETRY_AFTER_SECONDS)
    if (page.html) return reply.send(page.html)
    if (answer.status < 500) return reply.send(answer.body ? await answer.text() : '')
    return reply.type('text/html; charset=utf-8').send(await lastResort(request.headers['accept-language']))
  }

  app.get('/*', answerWithPage)
  await app.register(async (forms) => {
    forms.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string', bodyLimit: 1024 }, ignoreBody)
    forms.post('/*', { config: { rateLimit: LINK_RATE } }, answerWithPage)
  })
}

function ignoreBody(_request: FastifyRequest, _body: string, done: (error: null) => void) {
  done(null)
}

/** Calls, photos and everything with a file name, except the data that React Router requests for a page. */
function isNoPage(url: string) {
  const [path = ''] = url.split('?')
  return /^\/(?:api|assets|photos)\//.test(path) || (/\.\w+$/.test(path) && !path.endsWith('.data'))
}

/** Returns the URL of each language's catalogue, by language code. */
function findCatalogues() {
  const files = readdirSync(join(BUILD_PATH, 'client/assets')).map((file) => /^catalogue-(\w+)-.*\.js$/.exec(file))
  return Object.fromEntries(files.flatMap((match) => (match ? [[match[1], `/assets/${match[0]}`]] : [])))
}

/**
 * Creates the transport that passes a page's calls to the API's handlers; an error becomes a reply. The visitor gets the
 * error page at once and repeats the request from there, so a rendering never waits to repeat a call.
 */
function createTransport(answerPage: AnswerPage, request: FastifyRequest, reply: FastifyReply) {
  return async (call: PageCall): Promise<ApiReply> => {
    try {
      return { status: 200, body: await answerPage(call, request, reply), retryAfterSeconds: null }
    } catch (error) {
      return { ...toErrorReply(error, request), retryAfterSeconds: Infinity }
    }
  }
}
