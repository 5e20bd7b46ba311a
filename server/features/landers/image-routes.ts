import { storageKeyOfPath } from '#contract/landers/lander-images.ts'
import { DAY, SECOND } from '#contract/time.ts'
import type { AppContext } from '#server/context.ts'
import type { Routes } from '#server/platform/http/routes.ts'
import { landerImageFile } from './image-files.ts'

const YEAR_S = (365 * DAY) / SECOND

/** The images that operators have uploaded for landing pages, for everyone. */
export function landerImageRoute({ app }: Pick<Routes, 'app'>, { storage }: AppContext) {
  app.get('/lander-images/:file', { schema: { hide: true } }, async ({ url }, reply) => {
    const storageKey = storageKeyOfPath(url)
    const stored = storageKey && (await storage.open(landerImageFile(storageKey)))
    if (!stored) return reply.callNotFound()
    return reply
      .type('image/webp')
      .header('content-length', stored.size)
      .header('cache-control', `public, max-age=${YEAR_S}, immutable`)
      .send(stored.stream)
  })
}
