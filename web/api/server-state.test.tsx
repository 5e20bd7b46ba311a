import { QueryClientProvider } from '@tanstack/react-query'
import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { createQueryClient } from './queries.ts'
import { ServerState } from './server-state.tsx'

function stateOf(data: unknown) {
  const client = createQueryClient()
  client.setQueryData(['key'], data, { updatedAt: 7 })
  const html = renderToString(
    <QueryClientProvider client={client}>
      <ServerState />
    </QueryClientProvider>,
  )
  return /^<script id="server-state" type="application\/json">(.*)<\/script>$/s.exec(html)?.[1] ?? ''
}

test('fetched data is written into the page as JSON', () => {
  expect(JSON.parse(stateOf({ name: 'Ann' }))).toEqual([[['key'], { name: 'Ann' }, 7]])
})

test('text that could end the block of data or begin a comment is escaped', () => {
  const name = '</script><!-- <b>'
  const text = stateOf({ name })
  expect(text).not.toContain('<')
  expect(JSON.parse(text)).toEqual([[['key'], { name }, 7]])
})
