import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { call } from './call.ts'
import { bindTransport, fetchTransport, httpRequestOf, transportOf, type Transport } from './transport.ts'

const deleteThingSchemas = {
  summary: 'Deletes a thing.',
  reply: z.null(),
}
const deleteThing = endpoint<typeof deleteThingSchemas>('DELETE', '/api/thing', 'member')

afterEach(() => void vi.unstubAllGlobals())

describe('the URL of a call', () => {
  const urlOf = (request: {
    path: string
    params?: Record<string, string | number>
    query?: Record<string, unknown>
  }) => httpRequestOf({ method: 'GET', ...request }).url

  test('contains the parameters, encoded', () => {
    expect(urlOf({ path: '/api/likes/:profileId', params: { profileId: 'a b/c' } })).toBe('/api/likes/a%20b%2Fc')
  })

  test('contains several parameters', () => {
    expect(urlOf({ path: '/photos/:id/:size', params: { id: 7, size: 'tile' } })).toBe('/photos/7/tile')
  })

  test('has a query string of what is set', () => {
    expect(urlOf({ path: '/api/search', query: { page: 2, gender: undefined, region: null } })).toBe(
      '/api/search?page=2',
    )
  })

  test('repeats the name of a list', () => {
    expect(urlOf({ path: '/api/search', query: { tag: ['x', 'y&z'] } })).toBe('/api/search?tag=x&tag=y%26z')
  })

  test('has no question mark without a query', () => {
    expect(urlOf({ path: '/api/search', query: {} })).toBe('/api/search')
  })
})

describe('the body of a call', () => {
  const post = { method: 'POST', path: '/api/things' }

  test('is JSON', () => {
    expect(httpRequestOf({ ...post, body: { a: 1 } }).body).toBe('{"a":1}')
  })

  test('is left out if there is none', () => {
    expect(httpRequestOf(post)).not.toHaveProperty('body')
  })

  test('with a file is a form that contains the JSON', () => {
    const { body } = httpRequestOf({ ...post, body: { a: 1 }, file: new Blob(['x']), isUpload: true })
    expect(body).toBeInstanceOf(FormData)
    expect((body as FormData).get('data')).toBe('{"a":1}')
    expect((body as FormData).get('file')).toBeInstanceOf(Blob)
  })

  test('of an upload without a file is a form too', () => {
    const { body } = httpRequestOf({ ...post, body: { a: 1 }, isUpload: true })
    expect([...(body as FormData).keys()]).toEqual(['data'])
  })
})

describe('the transport of the browser', () => {
  function stubFetch(reply: Response) {
    const fetch = vi.fn<(url: string, init: RequestInit) => Promise<Response>>(async () => reply)
    vi.stubGlobal('fetch', fetch)
    return fetch
  }

  test('sends JSON with its content type', async () => {
    const fetch = stubFetch(Response.json({ ok: true }))
    await fetchTransport({ method: 'POST', path: '/api/things', body: { a: 1 } })
    expect(fetch).toHaveBeenCalledExactlyOnceWith('/api/things', {
      method: 'POST',
      headers: { 'x-request-type': 'client', 'content-type': 'application/json' },
      body: '{"a":1}',
      signal: expect.any(AbortSignal),
    })
  })

  test('lets the browser write the content type of a form, which has a boundary', async () => {
    const fetch = stubFetch(Response.json({ ok: true }))
    await fetchTransport({ method: 'POST', path: '/api/things', isUpload: true })
    expect(fetch.mock.lastCall?.[1].headers).toEqual({ 'x-request-type': 'client' })
  })

  test('returns status and body', async () => {
    stubFetch(Response.json({ name: 'n' }, { status: 201 }))
    await expect(fetchTransport({ method: 'GET', path: '/api/things' })).resolves.toEqual({
      status: 201,
      body: { name: 'n' },
      retryAfterSeconds: null,
    })
  })

  test.each([
    ['an empty body', ''],
    ['a page of a proxy', '<html>Bad gateway</html>'],
  ])('returns %s as undefined', async (_case, text) => {
    stubFetch(new Response(text, { status: 502 }))
    await expect(fetchTransport({ method: 'GET', path: '/api/things' })).resolves.toMatchObject({ body: undefined })
  })

  test('takes a success that is not JSON for another site, which gives no reply', async () => {
    stubFetch(new Response('<html>Log in to this network</html>'))
    await expect(fetchTransport({ method: 'GET', path: '/api/things' })).rejects.toThrow(TypeError)
    const error = await call(deleteThing, {}, { isRepeatable: false }).catch((failure: unknown) => failure)
    expect(error).toMatchObject({ status: 0, code: 'request.unreachable' })
  })

  test('returns a success without content', async () => {
    stubFetch(new Response(null, { status: 204 }))
    await expect(fetchTransport({ method: 'GET', path: '/api/things' })).resolves.toMatchObject({ body: undefined })
  })

  test.each([
    ['3', 3],
    ['0', null],
    ['Wed, 21 Oct 2026 07:28:00 GMT', null],
  ])('reads the pause %j that the server asks for', async (header, retryAfterSeconds) => {
    stubFetch(new Response('', { status: 429, headers: { 'retry-after': header } }))
    await expect(fetchTransport({ method: 'GET', path: '/api/things' })).resolves.toMatchObject({ retryAfterSeconds })
  })

  test('passes on the signal that cancels a call', async () => {
    const fetch = stubFetch(Response.json({}))
    const { signal } = new AbortController()
    await fetchTransport({ method: 'GET', path: '/api/things', signal })
    expect(fetch.mock.lastCall?.[1].signal?.aborted).toBe(false)
  })

  describe('without a reply', () => {
    /** A server that accepts a request and never replies. */
    function stubSilence() {
      vi.stubGlobal(
        'fetch',
        (_url: string, { signal }: { signal: AbortSignal }) =>
          new Promise((_resolve, reject) => {
            const fail = () => reject(signal.reason)
            if (signal.aborted) fail()
            signal.addEventListener('abort', fail)
          }),
      )
    }
    beforeEach(() => void vi.useFakeTimers())
    afterEach(() => void vi.useRealTimers())

    test.each([
      ['a call fails after ten seconds', {}, 10_000],
      ['an upload has longer', { isUpload: true }, 120_000],
    ])('%s', async (_what, request, timeoutMs) => {
      stubSilence()
      const failed = vi.fn<() => void>()
      const reply = fetchTransport({ method: 'POST', path: '/api/things', ...request }).catch(failed)
      await vi.advanceTimersByTimeAsync(timeoutMs - 1)
      expect(failed).not.toHaveBeenCalled()
      await vi.advanceTimersByTimeAsync(1)
      await reply
      expect(failed).toHaveBeenCalledOnce()
    })

    test('a call that its caller cancels fails at once', async () => {
      stubSilence()
      const controller = new AbortController()
      const reply = fetchTransport({ method: 'GET', path: '/api/things', signal: controller.signal })
      controller.abort(new Error('left the page'))
      await expect(reply).rejects.toThrow('left the page')
      const later = fetchTransport({ method: 'GET', path: '/api/things', signal: controller.signal })
      await expect(later).rejects.toThrow('left the page')
    })

    test('nothing runs on after a reply', async () => {
      stubFetch(Response.json({}))
      await fetchTransport({ method: 'GET', path: '/api/things' })
      expect(vi.getTimerCount()).toBe(0)
    })
  })
})

describe('the transport of a query client', () => {
  test('is the one that was bound to it', () => {
    const client = new QueryClient()
    const transport: Transport = async () => ({ status: 200, body: undefined, retryAfterSeconds: null })
    bindTransport(client, transport)
    expect(transportOf(client)).toBe(transport)
    expect(transportOf(new QueryClient())).not.toBe(transport)
  })

  test('is `fetch` by default', () => {
    expect(transportOf(new QueryClient())).toBe(fetchTransport)
  })
})
