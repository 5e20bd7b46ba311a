import type { FastifyRequest } from 'fastify'
import { beforeEach, expect, test, vi } from 'vitest'
import type { Site } from './features/settings/service.ts'
import { defaultSettings } from './features/settings/defaults.ts'
import type { KindHints, VisitorKind } from '#contract/page-renderer.ts'
import { SharedPages, type SharedRender } from './shared-pages.ts'

const kind: VisitorKind = { language: 'en', isChosen: false, asked: null, country: 'GB', theme: 'system' }
const newSite = (): Site => ({
  id: 1,
  domain: 'dating.example',
  isDefault: true,
  settings: { ...defaultSettings({ domain: 'dating.example', companyId: 1 }), traffic_sources: ['acme'] },
  company: null as never,
})

let site: Site
const render = vi.fn<(input: SharedRender) => Promise<string | null>>(async ({ url }) => `<html>${url}</html>`)
const findSlugPaths = vi.fn<() => Promise<string[]>>(async () => ['/landers/video/summer'])

const describeVisitor = vi.fn<(hints: KindHints) => VisitorKind>()

beforeEach(() => {
  site = newSite()
  describeVisitor.mockReset().mockReturnValue(kind)
  render.mockClear()
  findSlugPaths.mockClear()
})

function createPages() {
  return new SharedPages({
    config: { publicUrl: 'https://dating.example', photoStore: null },
    sites: { of: () => site },
    sharingOf(path) {
      if (!path.startsWith('/landers/')) return null
      const hasSlug = path.split('/').length === 4
      return { lifeMs: 1000, path, unknownSlugPath: hasSlug ? '/landers/video/_' : null }
    },
    findSlugPaths,
    describeVisitor,
    render,
  })
}

function request(url: string, { headers = {}, cookies = {}, hostname = 'dating.example', method = 'GET' } = {}) {
  return { url, headers, cookies, hostname, method, query: {}, ip: '10.0.0.1' } as unknown as FastifyRequest
}

const renderedUrls = () => render.mock.calls.map(([{ url }]) => url)

test('a page whose query names the site, as on a development host, is no copy (SET-1)', async () => {
  const pages = createPages()
  expect(await pages.find(request('/landers/video?domain=sparks.test', { hostname: 'localhost' }))).toBeNull()
  expect(await pages.find(request('/landers/video?domain=sparks.test'))).not.toBeNull()
})

test('queries, hosts and headers that are not known make no further copies (PAGES-7)', async () => {
  const pages = createPages()
  const asked = [
    request('/landers/video'),
    request('/landers/video?x=1'),
    request('/landers/video?network=acme&sub1=click-1'),
    request(`/landers/video?${'y'.repeat(10_000)}`),
    request('/landers/video', { hostname: 'evil.example', headers: { 'x-forwarded-host': 'evil.example' } }),
    request('/landers/video', { headers: { 'accept-language': 'zebulina', 'user-agent': 'zebulina' } }),
    request('/landers/video', { cookies: { other: 'x', traffic_source: 'network=unknown' } }),
  ]
  const copies = []
  for (const each of asked) copies.push(await pages.find(each))
  expect(new Set(copies).size).toBe(1)
  expect(renderedUrls()).toEqual(['/landers/video'])
})

test('all slugs that no operator has set share one copy, and the known ones are read once', async () => {
  const pages = createPages()
  for (const slug of ['summer', 'winter', 'a', 'b', 'summer']) await pages.find(request(`/landers/video/${slug}`))
  expect(renderedUrls()).toEqual(['/landers/video/summer', '/landers/video/_'])
  expect(findSlugPaths).toHaveBeenCalledOnce()
})

test('a changed site ends all copies, and slugs that were set meanwhile are known', async () => {
  const pages = createPages()
  await pages.find(request('/landers/video/winter'))
  findSlugPaths.mockResolvedValueOnce(['/landers/video/winter'])
  site = newSite()
  await pages.find(request('/landers/video/winter'))
  expect(renderedUrls()).toEqual(['/landers/video/_', '/landers/video/winter'])
})

test('without the database there is no copy of a page with a slug, and slugs are read again afterwards', async () => {
  const pages = createPages()
  findSlugPaths.mockRejectedValueOnce(new Error('away'))
  expect(await pages.find(request('/landers/video/summer'))).toBeNull()
  await pages.find(request('/landers/video/summer'))
  expect(renderedUrls()).toEqual(['/landers/video/summer'])
})

test('what one header holds is not taken for the beginning of another', async () => {
  const pages = createPages()
  describeVisitor.mockImplementation(({ cookie = '' }) => ({ ...kind, language: cookie.includes('=fr') ? 'fr' : 'en' }))
  const split = { cookie: 'theme=dark;', 'accept-language': 'i18n_redirected=fr en-US' }
  const preferences = { cookie: 'theme=dark; i18n_redirected=fr', 'accept-language': 'en-US' }
  const first = await pages.find(request('/landers/video', { headers: split }))
  const second = await pages.find(request('/landers/video', { headers: preferences }))
  expect(second).not.toBe(first)
  expect(render.mock.calls.map(([{ acceptLanguage }]) => acceptLanguage)).toEqual(['en-GB', 'fr-GB'])
})

test('visitors who ask at once wait for one rendering', async () => {
  const pages = createPages()
  const copies = await Promise.all(Array.from({ length: 50 }, () => pages.find(request('/landers/video'))))
  expect(new Set(copies).size).toBe(1)
  expect(render).toHaveBeenCalledOnce()
})

test('a session cookie, whatever it holds, neither gets nor makes a copy', async () => {
  const pages = createPages()
  const withSession = { cookies: { '__Host-session': '' } }
  expect(await pages.find(request('/landers/video', withSession))).toBeNull()
  expect(await pages.find(request('/landers/video', { method: 'POST' }))).toBeNull()
  expect(await pages.find(request('/members'))).toBeNull()
  expect(render).not.toHaveBeenCalled()
})
