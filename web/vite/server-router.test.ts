import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { changes, serverRouter } from './server-router.ts'

const library = '../../node_modules/react-router/dist/production'

/** Runs one hook of the plugin, with an `error` that throws as the build does. */
function run(plugin: ReturnType<typeof serverRouter>, hook: 'transform' | 'buildEnd', ...input: string[]) {
  const own: unknown = Reflect.get(plugin, hook)
  const { handler = own } = own as { handler?: unknown }
  const context = {
    error: (message: string) => {
      throw new Error(message)
    },
  }
  return (handler as (...parameters: string[]) => unknown).apply(context, input)
}

test('every change is made, and the build ends', () => {
  const plugin = serverRouter()
  for (const module of new Set(changes.map((change) => change.module))) {
    const code = readFileSync(new URL(`${library}${module}`, import.meta.url), 'utf8')
    const result = run(plugin, 'transform', code, `/site/node_modules/react-router/dist/production${module}`)
    for (const { to } of changes.filter((change) => change.module === module)) {
      expect((result as { code: string }).code).toContain(to)
    }
  }
  expect(run(plugin, 'buildEnd')).toBeUndefined()
})

test('other modules stay', () => {
  expect(run(serverRouter(), 'transform', 'export {}', '/lib/dom/server.js')).toBeUndefined()
})

test('the build fails if the router has other code', () => {
  expect(() => run(serverRouter(), 'buildEnd')).toThrow('/lib/dom/ssr/server.js')
})
