import { readFileSync } from 'node:fs'
import { runInThisContext } from 'node:vm'
import { expect, test, vi } from 'vitest'
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

test('a path without parameters is matched once, until the routes change', async () => {
  const file = `${library}/lib/router/matcher.js`
  const code = readFileSync(new URL(file, import.meta.url), 'utf8')
  const id = '/node_modules/react-router/dist/production/lib/router/matcher.js'
  const { code: changed } = run(serverRouter(), 'transform', code, id) as { code: string }
  const utils = (await import(new URL(`${library}/lib/router/utils.js`, import.meta.url).href)) as Utils
  const matchRoutesImpl = vi.fn<Utils['matchRoutesImpl']>(utils.matchRoutesImpl)
  const body = changed.replace(/^import .*$/m, '').replace(/^export .*$/m, 'return V6RegExMatcher')
  const makeMatcher = runInThisContext(`(flattenAndRankRoutes, matchRoutesImpl) => { ${body} }`) as MakeMatcher
  const Matcher = makeMatcher(utils.flattenAndRankRoutes, matchRoutesImpl)
  const matcher = new Matcher('/')
  const found = (path: string) => matcher.match({ pathname: path })?.map(({ route, params }) => [route.id, params])

  matcher.update([
    { id: 'members', path: 'members' },
    { id: 'member', path: 'members/:id' },
  ])
  expect([found('/members'), found('/members'), found('/none')]).toEqual([
    [['members', {}]],
    [['members', {}]],
    undefined,
  ])
  expect(matchRoutesImpl).toHaveBeenCalledTimes(2)
  expect([found('/members/1'), found('/members/2')]).toEqual([[['member', { id: '1' }]], [['member', { id: '2' }]]])
  matcher.update([{ id: 'other', path: 'members' }])
  expect(found('/members')).toEqual([['other', {}]])
})

interface Matcher {
  update(routes: { id: string; path: string }[]): void
  match(location: { pathname: string }): { route: { id: string }; params: object }[] | null
}

type MakeMatcher = (...functions: Utils[keyof Utils][]) => new (basename: string) => Matcher

interface Utils {
  flattenAndRankRoutes: (routes: unknown) => unknown
  matchRoutesImpl: (...parameters: unknown[]) => unknown
}
