import cookie from '@fastify/cookie'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { LANGUAGE_COOKIE } from '#contract/limits.ts'
import type { PageCall } from '#contract/page-renderer.ts'
import { defaultSettings } from '#server/features/settings/defaults.ts'
import { webHost } from '#server/web-host.ts'
import { translatorFor } from '#tests/support/fakes/translator.ts'

/** A name of the site that no page can show, the error page included, because each has it in its title. */
const unshowable = {
  toString() {
    throw new Error('the name cannot be shown')
  },
}

const settings = defaultSettings({ domain: 'localhost', companyId: 1 })
const answers: Record<string, unknown> = {
  '/api/settings': {
    settings: { ...settings, name: unshowable },
    isDemo: false,
    hasTrafficSource: false,
    url: 'http://localhost',
  },
  '/api/user': { user: null },
}

let app: FastifyInstance

beforeAll(async () => {
  app = Fastify()
  await app.register(cookie)
  await webHost(app, {
    answerPage: async ({ path }: PageCall) => ({ body: answers[path] }),
    config: { requestsPerMinute: 1000, photoStore: null, publicUrl: 'http://localhost' },
    sites: { of: () => ({ id: 1, domain: 'localhost', isDefault: true, settings, company: null as never }) },
    findSlugPaths: async () => [],
    onPage: () => {},
  })
})
afterAll(() => app.close())

test.each([
  ['/login', 'en'],
  ['/login', 'fr'],
  // A page of which visitors share a copy.
  ['/faq', 'en'],
  ['/landers/gallery', 'fr'],
] as const)(
  'when the error page of %s itself fails, a plain page says so with a link home: %s',
  async (url, language) => {
    const headers = { accept: 'text/html', cookie: `${LANGUAGE_COOKIE}=${language}` }
    const { statusCode, headers: sent, body } = await app.inject({ url, headers })
    expect([statusCode, sent['content-type']]).toEqual([500, 'text/html; charset=utf-8'])
    expect(sent['cache-control']).toBe('private, no-store')
    const t = translatorFor(language)
    expect(body).toContain(`<html lang="${language}">`)
    expect(body).toContain(`<p>${t('shell.error.broken')}</p>`)
    expect(body).toContain(`<a href="/">${t('shell.error.home')}</a>`)
    expect(body).not.toContain('the name cannot be shown')
  },
)
