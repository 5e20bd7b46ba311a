import type { FastifyReply } from 'fastify'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { Config } from '#server/platform/config.ts'
import { startTestApp, type TestApp } from '#tests/support/site/app.ts'
import { allowPage } from './security-headers.ts'

let site: TestApp

beforeAll(async () => {
  site = await startTestApp()
})
afterAll(() => site.close())

const bare = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

test.each([
  ['an answer of the API', 'GET', '/api/settings', 200],
  ['an error', 'GET', '/api/likes', 403],
  ['an unknown call', 'GET', '/api/nothing', 404],
  ['an unknown path', 'GET', '/nothing/here', 404],
  ['a method that a path does not have', 'PATCH', '/api/settings', 404],
  ['a body that is not JSON', 'POST', '/api/user', 400],
  ['a path that cannot be decoded', 'GET', '/%E0%A4%A', 400],
  ['a param that is too long', 'GET', `/api/members/${'a'.repeat(200)}`, 400],
] as const)('%s carries the security headers', async (_what, method, url, status) => {
  const { statusCode, headers } = await site.app.inject({
    method,
    url,
    ...(method === 'POST' && { headers: { 'content-type': 'application/json' }, payload: '{' }),
  })
  expect(statusCode).toBe(status)
  expect(headers).toMatchObject({
    'content-security-policy': bare,
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'same-origin',
    'permissions-policy': expect.stringContaining('camera=(self)') as string,
    'cross-origin-opener-policy': 'same-origin',
  })
})

test('a page may load images from the photo store where one is configured, and from nowhere else', async () => {
  const policyWith = async (photoStore: Config['photoStore']) => {
    const header = vi.fn<(name: string, value: string) => void>()
    allowPage({ header } as unknown as FastifyReply, { photoStore, cdnPrefix: '' })
    return header.mock.calls[0]?.[1]
  }
  const store = { bucketUrl: 'https://s3.example.com/photos', region: '', accessKeyId: '', secretAccessKey: '' }
  expect(await policyWith(null)).toContain("img-src 'self' data: blob:; ")
  expect(await policyWith(store)).toContain("img-src 'self' data: blob: https://s3.example.com; ")
})

test('a page with a tracking script may load it, and report to its origin alone', () => {
  const header = vi.fn<(name: string, value: string) => void>()
  const trackingScript = 'https://stats.example/s.js'
  allowPage({ header } as unknown as FastifyReply, { photoStore: null, cdnPrefix: '', trackingScript })
  const policy = header.mock.calls[0]?.[1] ?? ''
  for (const part of ['script-src', 'connect-src', 'img-src'])
    expect(policy).toMatch(new RegExp(`${part} [^;]*'self'[^;]* https://stats\\.example(?:;|$)`))
  expect(policy.match(/https:/g)).toHaveLength(3)
})

test('only a site on HTTPS sends Strict-Transport-Security', async () => {
  const { headers } = await site.app.inject('/api/settings')
  expect(headers).not.toHaveProperty('strict-transport-security')

  const secure = await startTestApp({ environment: { PUBLIC_URL: 'https://example.org' } })
  const answer = await secure.app.inject('/api/settings')
  expect(answer.headers['strict-transport-security']).toBe('max-age=63072000; includeSubDomains')
  await secure.close()
})
