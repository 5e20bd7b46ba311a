import { Suspense } from 'react'
import { prerender } from 'react-dom/static'
import { expect, test } from 'vitest'
import { lazyPart } from './lazy-part.ts'

async function htmlOf(load: Parameters<typeof lazyPart>[0]) {
  const Part = lazyPart(load)
  const { prelude } = await prerender(
    <main>
      <Suspense>
        <Part />
      </Suspense>
    </main>,
  )
  return (await new Response(prelude).text()).replaceAll(/<!--.*?-->/g, '')
}

test('a part is rendered when its code is loaded', async () => {
  expect(await htmlOf(async () => () => <p>There</p>)).toBe('<main><p>There</p></main>')
})

test('a part whose code cannot be fetched leaves the rest of the page', async () => {
  expect(await htmlOf(() => Promise.reject(new TypeError('Failed to fetch')))).toBe('<main></main>')
})
