import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { LINK_RATE, PAGE_RATE } from '#contract/limits.ts'
import type { OfflineFiles } from '#contract/page-renderer.ts'
import { OFFLINE_FILES, serveBuiltFiles } from './built-files.ts'
import { PageHost, type PageHostDeps, type WebBuild } from './page-host.ts'
import type { Config } from './platform/config.ts'
import { scaleRate } from './platform/http/limits/rate-limit.ts'
import { rejectForeignOrigin } from './platform/http/visitor/request-origin.ts'

const BUILD_PATH = join(import.meta.dirname, '../build')

interface WebHostDeps extends PageHostDeps {
  config: PageHostDeps['config'] & Pick<Config, 'requestsPerMinute'>
}

/** Serves the built web app: its files, and every other path as a page rendered on the server. */
export async function webHost(app: FastifyInstance, deps: WebHostDeps) {
  const host = new PageHost(deps, await readBuild())
  const rateLimit = scaleRate(PAGE_RATE, deps.config)

  await serveBuiltFiles(app, join(BUILD_PATH, 'client'))
  await app.register(async (pages) => {
    pages.setErrorHandler((error, request, reply) => host.reject(error, request, reply))
    pages.get('/*', { config: { rateLimit } }, (request, reply) => host.serve(request, reply))
    pages.get('/offline', { config: { rateLimit } }, (request, reply) => host.serveOffline(request, reply))
    pages.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string', bodyLimit: 1024 }, ignoreBody)
    // Checked here as well as by the calls of a page, because a page may set a cookie without any.
    const preParsing = async (request: FastifyRequest) => rejectForeignOrigin(request)
    // Without its service worker the installed app sends shared photos here: the page asks for them again.
    pages.post('/share-photo', { config: { rateLimit: LINK_RATE } }, (_request, reply) =>
      reply.redirect('/share-photo', 303),
    )
    pages.post('/*', { config: { rateLimit: LINK_RATE }, preParsing }, (request, reply) => host.serve(request, reply))
  })
}

async function readBuild() {
  const path = join(BUILD_PATH, 'server/index.js')
  if (!existsSync(path)) throw new Error('The web app is not built yet: run `npm run build`.')
  return {
    web: (await import(pathToFileURL(path).href)) as WebBuild,
    landerScriptUrl: findLanderScript(),
    offlineFiles: JSON.parse(readFileSync(join(BUILD_PATH, 'client', OFFLINE_FILES), 'utf8')) as OfflineFiles,
  }
}

function ignoreBody(_request: FastifyRequest, _body: string, done: (error: null) => void) {
  done(null)
}

/** Returns the URL of the script that `web/vite/lander-script.ts` builds. */
function findLanderScript() {
  const file = readdirSync(join(BUILD_PATH, 'client/assets')).find((name) => /^lander-script-[\w-]+\.js$/.test(name))
  if (!file) throw new Error('The build has no script of the landing pages.')
  return `/assets/${file}`
}
