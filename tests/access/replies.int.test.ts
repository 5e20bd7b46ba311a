import cookie from '@fastify/cookie'
import Fastify from 'fastify'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { logIn } from '#contract/accounts/calls.ts'
import { endpoint } from '#contract/endpoint.ts'
import { answerErrors } from '#server/platform/http/error-replies.ts'
import { createRoutes } from '#server/platform/http/routes.ts'
import { bareRoutes } from '#tests/support/bare-routes.ts'
import { startTestApp, type TestApp } from '#tests/support/site/app.ts'

let site: TestApp

beforeAll(async () => {
  site = await startTestApp({ environment: { LOG_LEVEL: 'silent' } })
})
afterAll(() => site.close())

describe('a failure inside the server', () => {
  test('is answered with a code and a request id, and with nothing of the error', async () => {
    const limiter = vi.spyOn(site.context.limiters, 'of').mockImplementation(() => {
      throw new Error('select secret_4711 from users')
    })
    const response = await site.app.inject({
      method: 'POST',
      url: '/api/user',
      payload: { email: 'ana@example.com', password: 'a fine long password' },
    })
    limiter.mockRestore()
    expect(response.statusCode).toBe(500)
    expect(response.json()).toEqual({ error: { code: 'request.failed', requestId: expect.any(String) } })
    expect(`${JSON.stringify(response.headers)}${response.body}`).not.toMatch(/4711|select|users/)
  })

  test('leaves the next request untouched', async () => {
    const answer = await site.call(logIn, { body: { email: 'ana@example.com', password: 'a fine long password' } })
    expect(answer).toMatchObject({ status: 401, error: { code: 'accounts.login_failed' } })
  })
})

test('a page rendered on the server passes the same check of access as a request', async () => {
  const getOwnSchemas = {
    summary: 'For this test.',
    reply: z.object({ ok: z.boolean() }),
  }
  const getOwn = endpoint<typeof getOwnSchemas>('GET', '/api/own', 'member')
  const app = Fastify()
  await app.register(cookie)
  answerErrors(app)
  const { route, answerPage } = createRoutes(app, bareRoutes)
  route(getOwn, getOwnSchemas, async () => ({ ok: true }))
  app.get('/page', async (request, page) => (await answerPage({ method: 'GET', path: '/api/own' }, request, page)).body)
  for (const url of ['/api/own', '/page']) {
    const response = await app.inject({ url })
    expect(response.statusCode).toBe(403)
    expect(response.json().error.code).toBe('authentication_required')
  }
  await app.close()
})

describe('a field that the contract does not declare', () => {
  const getThingSchemas = {
    summary: 'For this test.',
    reply: z.object({
      name: z.string(),
      owner: z.object({ id: z.string() }),
      tags: z.array(z.object({ key: z.string() })),
    }),
  }
  const getThing = endpoint<typeof getThingSchemas>('GET', '/api/thing', 'anyone')
  const leaking = {
    name: 'thing',
    secret: 'top',
    owner: { id: 'o', email: 'ana@example.com' },
    tags: [{ key: 'k', hidden: true }],
  }
  const declared = { name: 'thing', owner: { id: 'o' }, tags: [{ key: 'k' }] }

  async function openApp(reply: unknown) {
    const app = Fastify()
    await app.register(cookie)
    answerErrors(app)
    const { route, answerPage } = createRoutes(app, bareRoutes)
    route(getThing, getThingSchemas, async () => reply as typeof declared)
    // What a page rendered on the server would receive, which passes no HTTP.
    app.get(
      '/page',
      async (request, page) => (await answerPage({ method: 'GET', path: '/api/thing' }, request, page)).body,
    )
    await app.ready()
    return app
  }

  test.each(['/api/thing', '/page'])('does not leave by %s, on any level', async (url) => {
    const app = await openApp(leaking)
    expect((await app.inject({ url, headers: { cookie: '' } })).json()).toEqual(declared)
    await app.close()
  })

  test('does not leave when the handler returns the same object again', async () => {
    const app = await openApp(leaking)
    for (const _ of [1, 2]) expect((await app.inject({ url: '/api/thing' })).json()).toEqual(declared)
    await app.close()
  })

  test('a reply that breaks the contract is a failure, not a wrong answer', async () => {
    const app = await openApp({ name: 7 })
    const response = await app.inject({ url: '/api/thing' })
    expect(response.statusCode).toBe(500)
    expect(response.json().error.code).toBe('request.failed')
    await app.close()
  })
})
