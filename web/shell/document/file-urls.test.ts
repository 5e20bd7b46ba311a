import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { scriptIn, withCdn, withScriptsIn } from './file-urls.ts'

const cdn = 'https://cdn.example'
const page = `<link rel="stylesheet" href="/assets/root.css"/><img src="/assets/a.webp"/><video poster="/assets/b.webp"></video>
<a href="/members">Members</a><link rel="manifest" href="/manifest.webmanifest"/>
<script type="module">import "/assets/manifest.js";
import * as route0 from "/assets/root.js";
  window.__reactRouterRouteModules = {"root":route0};

import("/assets/entry.js");</script>`

test('every file of the build is named at the other origin, and nothing else is', () => {
  const moved = withCdn(page, cdn)
  expect(moved.match(/"https:\/\/cdn\.example\/assets\/[\w.]+"/g)).toEqual(
    ['root.css', 'a.webp', 'b.webp', 'manifest.js', 'root.js', 'entry.js'].map((file) => `"${cdn}/assets/${file}"`),
  )
  expect(moved).toContain('<a href="/members">')
  expect(moved).toContain('href="/manifest.webmanifest"')
})

test('the table of routes is moved before the app reads it, so that both render the same addresses', () => {
  const [, script = ''] = /<script type="module">([^]*)<\/script>/.exec(withCdn(page, cdn)) ?? []
  const statement = script.split('\n').find((line) => line.includes('__reactRouterManifest')) ?? ''
  const [move = ''] = statement.split(';')
  const window = { __reactRouterManifest: { entry: { module: '/assets/entry.js' }, version: '1' } }
  runInNewContext(move, { window })
  expect(window.__reactRouterManifest).toEqual({ entry: { module: `${cdn}/assets/entry.js` }, version: '1' })
})

test('a page of a site without another origin stays as it is', () => {
  expect(withCdn(page, '')).toBe(page)
})

test('the text of a person stays as it is', () => {
  const text = `<p>import &quot;/assets/x.js&quot; src=&quot;/assets/y&quot;</p><script type="application/json">{"about":"import \\"/assets/z.js\\" src=\\"/assets/z\\" $&"}</script>`
  expect(withCdn(text, cdn)).toBe(text)
})

test('the scripts of a page are those of its language, and its other files the same', () => {
  const polish = withScriptsIn('pl', page)
  for (const file of ['manifest.js', 'root.js', 'entry.js']) expect(polish).toContain(`"/assets/pl/${file}"`)
  for (const file of ['root.css', 'a.webp', 'b.webp']) expect(polish).toContain(`"/assets/${file}"`)
  expect(withScriptsIn('en', page)).toBe(page)
  expect(withCdn(polish, cdn)).toContain(`"${cdn}/assets/pl/entry.js"`)
  expect([scriptIn('pl', '/assets/a.js'), scriptIn('pl', '/assets/a.css'), scriptIn('en', '/assets/a.js')]).toEqual([
    '/assets/pl/a.js',
    '/assets/a.css',
    '/assets/a.js',
  ])
})
