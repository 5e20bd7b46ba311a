import { expect, test, vi } from 'vitest'
import { reportPageHidden } from './page-bounce.ts'

test('each time the page is hidden an empty JSON body is sent, and nothing when it is shown again (SHELL-19)', async () => {
  const page: EventTarget & { visibilityState: DocumentVisibilityState } = Object.assign(new EventTarget(), {
    visibilityState: 'visible' as const,
  })
  const send = vi.fn<(url: string, body: Blob) => boolean>(() => true)
  reportPageHidden(page, { send })
  for (const state of ['hidden', 'visible', 'hidden'] as const) {
    page.visibilityState = state
    page.dispatchEvent(new Event('visibilitychange'))
  }
  expect(send).toHaveBeenCalledTimes(2)
  const [url, body] = send.mock.calls[0] ?? []
  expect([url, body?.type, await body?.text()]).toEqual(['/api/page-hidden.php', 'application/json', '{}'])
})
