import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { unusedRouterParts } from './unused-router-parts.ts'

const fogOfWar = '/site/node_modules/react-router/dist/production/lib/dom/ssr/fog-of-war.js'

/** Runs one hook of the plugin, with an `error` that throws as the build does. */
function run(hook: 'transform' | 'generateBundle', ...input: string[]) {
  const own: unknown = Reflect.get(unusedRouterParts(), hook)
  const { handler = own } = own as { handler?: unknown }
  const context = {
    error: (message: string) => {
      throw new Error(message)
    },
  }
  return (handler as (...parameters: string[]) => unknown).apply(context, input)
}

test('a part is replaced by one with the same exports', () => {
  const { code } = run('transform', 'export { isFogOfWarEnabled };', fogOfWar) as { code: string }
  expect(code).toContain('isFogOfWarEnabled = () => false')
})

test('other modules stay', () => {
  expect(run('transform', 'export { Link };', fogOfWar.replace('fog-of-war', 'links'))).toBeUndefined()
})

test('links to scripts and inline scripts, which the server writes, are not written in the browser', () => {
  const path = '/dist/production/lib/dom/ssr/components.js'
  const source = readFileSync(new URL(`../../node_modules/react-router${path}`, import.meta.url), 'utf8')
  const { code } = run('transform', source, `/site/node_modules/react-router${path}`) as { code: string }
  const [, scripts = ''] = code.split('function Scripts(')
  expect(scripts).toContain('initialScripts')
  expect(scripts).not.toContain('modulepreload')
  expect(scripts).not.toContain('preloads')
  expect(scripts).not.toContain('__reactRouterContext')
  expect(scripts).not.toContain('__reactRouterRouteModules')
})

test('components that no page imports can be removed: their names are not used, and making them has no effect', () => {
  const path = '/dist/production/lib/dom/lib.js'
  const source = readFileSync(new URL(`../../node_modules/react-router${path}`, import.meta.url), 'utf8')
  const { code } = run('transform', source, `/site/node_modules/react-router${path}`) as { code: string }
  expect(code).not.toMatch(/^\w+\.displayName/m)
  expect(code).toContain('const NavLink = /* @__PURE__ */ React$1.forwardRef(')
})

test('the build fails if a part exports something new', () => {
  expect(() => run('transform', 'export { isFogOfWarEnabled, discover };', fogOfWar)).toThrow('exports discover')
})

test('the build fails if a part is gone', () => {
  expect(() => run('generateBundle')).toThrow('fog-of-war')
})
