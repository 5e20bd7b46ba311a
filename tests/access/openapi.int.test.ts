import { expect, test } from 'vitest'
import { z } from 'zod'
import { startTestApp } from '#tests/support/site/app.ts'
import { endpoints } from '#tests/support/audits/endpoints.ts'

interface Described {
  paths: Record<string, Record<string, { summary: string; responses: Record<string, { content?: unknown }> }>>
}

test('the description of the API names each call with its reply', async () => {
  const site = await startTestApp()
  const response = await site.app.inject('/api/docs/json')
  const { paths } = response.json<Described>()
  const described = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { summary, responses }]) => ({
      call: `${method.toUpperCase()} ${path}: ${summary}`,
      hasContent: responses['200']?.content !== undefined,
    })),
  )
  const expected = endpoints.map(({ method, path, schemas: { summary, reply } }) => ({
    call: `${method} ${path.replaceAll(/:(\w+)/g, '{$1}')}: ${summary}`,
    hasContent: !(reply instanceof z.ZodNull),
  }))
  const byCall = (a: { call: string }, b: { call: string }) => a.call.localeCompare(b.call)
  expect(described.toSorted(byCall)).toEqual(expected.toSorted(byCall))
  await site.close()
})
