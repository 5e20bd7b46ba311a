import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { allowPage } from './platform/security-headers.ts'

const build = join(import.meta.dirname, '../build')

/** What `build/server/index.js` offers; made from `web/entry.server.tsx`, which the server does not import. */
interface WebBuild {
  entry: {
    module: {
      createRequestHandler: (build: WebBuild) => (request: Request, context: object) => Promise<Response>
      openPage: (request: {
        transport: (call: ApiCall) => Promise<ApiReply>
        nonce: string
        cookie: string | undefined
        acceptLanguage: string | undefined
        reportError: (error: unknown) => void
      }) => { page: { html: Uint8Array[] | null }; context: object }
      lastResort: (acceptLanguage: string | undefined) => Promise<string>
    }
  }
}

interface ApiCall {
  method: string
  url: string
}

interface ApiReply {
  status: number
  text: string
  retryAfterSeconds: number | null
}

/** Serves the built web app: its files for good, and every other path as a page drawn on the server. */
export async function webHost(app: FastifyInstance) {
  const path = join(build, 'server/index.js')
  if (!existsSync(path)) throw new Error('The web app is not built yet: run `npm run build`.')
  // Nothing types the bundle; `WebBuild` says what entry.server.tsx exports.
  const web = (await import(pathToFileURL(path).href)) as WebBuild
  const { createRequestHandler, openPage, lastResort } = web.entry.module
  const draw = createRequestHandler(web)

  await app.register(fastifyStatic, {
    root: join(build, 'client'),
    wildcard: false,
    // The names of built files change with their content.
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

  app.get('/*', async (request, reply) => {
    // An unknown call or file is no page.
    if (/^\/(?:api|assets|photos)\//.test(request.url)) return reply.callNotFound()
    const nonce = allowPage(reply)
    const setCookies: string[] = []
    const { page, context } = openPage({
      transport: inProcess(app, request, setCookies),
      nonce,
      cookie: request.headers.cookie,
      acceptLanguage: request.headers['accept-language'],
      reportError: (error) => request.log.error({ err: error }, 'page failed'),
    })
    const answer = await draw(new Request(`http://page${request.url}`), context)
    void reply.code(answer.status)
    answer.headers.forEach((value, name) => void reply.header(name, value))
    if (setCookies.length > 0) void reply.header('set-cookie', setCookies)
    void reply.header('cache-control', 'private, no-store')
    if (page.html) return reply.send(Buffer.concat(page.html))
    if (answer.status < 500) return reply.send(answer.body ? await answer.text() : '')
    return reply.type('text/html; charset=utf-8').send(await lastResort(request.headers['accept-language']))
  })
}

/**
 * Calls the API without a socket in between, as the visitor whose page is being drawn: same cookies, host and address,
 * so the same checks hold. Cookies that the API sets are collected for the page's own answer.
 */
function inProcess(app: FastifyInstance, request: FastifyRequest, setCookies: string[]) {
  const headers = forwardedHeaders(request)
  return async ({ method, url }: ApiCall): Promise<ApiReply> => {
    // Loaders only read; `inject` types its methods in upper case literals.
    const reply = await app.inject({ method: method as 'GET', url, headers, remoteAddress: request.ip })
    const cookies = reply.headers['set-cookie']
    if (cookies) setCookies.push(...[cookies].flat())
    const retryAfter = Number(reply.headers['retry-after'])
    return { status: reply.statusCode, text: reply.payload, retryAfterSeconds: retryAfter > 0 ? retryAfter : null }
  }
}

const forwarded = [
  'accept-language',
  'cookie',
  'user-agent',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
]

function forwardedHeaders({ headers, host }: FastifyRequest) {
  const result: Record<string, string> = { host }
  for (const name of forwarded) {
    const value = headers[name]
    if (typeof value === 'string') result[name] = value
  }
  return result
}
