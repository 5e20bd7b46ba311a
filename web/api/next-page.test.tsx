import { InfiniteQueryObserver } from '@tanstack/react-query'
import { renderToString } from 'react-dom/server'
import { IntlProvider } from '#web/i18n/intl.tsx'
import { expect, test } from 'vitest'
import errors from '#locales/en/errors.json' with { type: 'json' }
import { ApiError } from './api-error.ts'
import { NextPage } from './next-page.tsx'
import { createQueryClient } from './queries.ts'

/** A list whose first page is loaded. The replies to its next pages come one after the other. */
async function listWith(replies: (() => Promise<number | null>)[]) {
  const observer = new InfiniteQueryObserver(createQueryClient(), {
    queryKey: ['list'],
    initialPageParam: 1,
    queryFn: ({ pageParam }: { pageParam: number }) => (pageParam === 1 ? 2 : (replies.shift()?.() ?? null)),
    getNextPageParam: (next: number | null) => next,
  })
  observer.subscribe(() => {})
  await observer.refetch()
  return {
    more: () => observer.fetchNextPage(),
    html: () =>
      renderToString(
        <IntlProvider locale="en" messages={{ errors }} timeZone="UTC">
          <NextPage query={observer.getCurrentResult()} label="More" />
        </IntlProvider>,
      ),
  }
}

async function unreachable(): Promise<never> {
  throw new ApiError(0, { code: 'request.unreachable' })
}

test('a next page that fails says why, and can be asked for again', async () => {
  const list = await listWith([unreachable, async () => 3])
  expect(list.html()).not.toContain('No connection')
  // A region that is not displayed before it has a text is not read out by every screen reader.
  expect(list.html()).not.toMatch(/role="status"[^>]*hidden/)
  await list.more()
  expect(list.html()).toMatch(/role="status"[^>]*>No connection\. .*<button .*More/)
  await list.more()
  expect(list.html()).not.toContain('No connection')
  expect(list.html()).toContain('More')
})

test('the sentence is gone while the page is fetched again, so that a second failure is read out', async () => {
  const list = await listWith([unreachable, () => new Promise(() => {})])
  await list.more()
  void list.more()
  const html = list.html()
  expect(html).not.toContain('No connection')
  expect(html).toContain('aria-busy="true"')
})

test('there is no button after the last page', async () => {
  const list = await listWith([async () => null])
  await list.more()
  expect(list.html()).toBe('')
})
