import { QueryClientProvider } from '@tanstack/react-query'
import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { createQueryClient } from './queries.ts'
import { ServerState } from './server-state.tsx'

function written(data: unknown) {
  const client = createQueryClient()
  client.setQueryData(['key'], data, { updatedAt: 7 })
  const html = renderToString(
    <QueryClientProvider client={client}>
      <ServerState />
    </QueryClientProvider>,
  )
  return /^<script id="server-state" type="application\/json">(.*)<\/script>$/s.exec(html)?.[1] ?? ''
}

test('what was fetched stands in the page as JSON', () => {
  expect(JSON.parse(written({ name: 'Ann' }))).toEqual([[['key'], { name: 'Ann' }, 7]])
})

test('text that would end the block of data, or begin a comment in it, does neither', () => {
  const name = '</script><!-- <b>'
  const text = written({ name })
  expect(text).not.toContain('<')
  expect(JSON.parse(text)).toEqual([[['key'], { name }, 7]])
})
