import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { MINUTE } from '#contract/time.ts'
import { buildMember } from '#tests/support/builders.ts'
import { startTestApp, type TestApp } from '#tests/support/site/app.ts'

let site: TestApp

beforeAll(async () => {
  site = await startTestApp({ withWeb: true })
})
afterAll(() => site.close())

// Each would hold a page with its request and reply: for 15 minutes, 130 KB for every page of the search.
test.each(['/members', '/members.data', '/match-finder', '/swipe-game', '/'])(
  'no timer remains of a page that was sent: %s',
  async (url) => {
    const { cookie } = await buildMember(site.context)
    const timers = new Set<unknown>()
    const set = vi.spyOn(globalThis, 'setTimeout')
    const clear = vi.spyOn(globalThis, 'clearTimeout')
    const { statusCode } = await site.app.inject({ url, headers: { accept: 'text/html', cookie } })
    for (const [index, { value }] of set.mock.results.entries()) {
      // Those of the server, such as counts of requests, keep no process running.
      if ((set.mock.calls[index]?.[1] ?? 0) >= MINUTE && (value as NodeJS.Timeout).hasRef()) timers.add(value)
    }
    for (const [timer] of clear.mock.calls) timers.delete(timer)
    vi.restoreAllMocks()
    expect(statusCode).toBeLessThan(400)
    expect(timers.size).toBe(0)
  },
)
