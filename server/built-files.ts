import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { defaultLanguage, languages } from '#contract/languages.ts'
import { builtFileHeaders, serviceWorkerHeaders } from './platform/http/security-headers.ts'

/** Lists the files that the chat starts from without a connection; the web host reads it. */
export const OFFLINE_FILES = 'offline-files.json'

const otherLanguages = languages.filter((language) => language !== defaultLanguage)

/** Serves the files of the browser's build. */
export async function serveBuiltFiles(app: FastifyInstance, root: string) {
  await app.register(fastifyStatic, {
    root,
    wildcard: false,
    // The names of files in assets/ change with their content.
    setHeaders: (reply, file) => {
      const isNamedByContent = file.includes('/client/assets/')
      if (isNamedByContent) void reply.headers(builtFileHeaders)
      if (file.includes('/client/service-worker')) void reply.headers(serviceWorkerHeaders)
      void reply.header(
        'cache-control',
        isNamedByContent ? 'public, max-age=31536000, immutable' : 'public, max-age=3600',
      )
    },
    cacheControl: false,
    preCompressed: true,
    globIgnore: ['**/*.br', '**/*.gz', '.vite/**', OFFLINE_FILES, ...otherLanguages.map((each) => `assets/${each}/**`)],
  })
  for (const language of otherLanguages) serveLanguage(app, { root, language })
}

/**
 * Serves the scripts of one language under `/assets/<language>/`. There are files only of those with texts;
 * the others are the same in all languages (web/vite/language-files.ts).
 */
function serveLanguage(app: FastifyInstance, { root, language }: { root: string; language: string }) {
  const folder = join(root, 'assets', language)
  const own = new Set(existsSync(folder) ? readdirSync(folder) : [])
  const shared = new Set(readdirSync(join(root, 'assets')))
  app.get<{ Params: { file: string } }>(
    `/assets/${language}/:file`,
    { schema: { hide: true } },
    ({ params: { file } }, reply) => {
      if (!file.endsWith('.js') || !shared.has(file)) return reply.callNotFound()
      return reply.sendFile(own.has(file) ? `assets/${language}/${file}` : `assets/${file}`)
    },
  )
}
