import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AppContext } from '#server/context.ts'
import { changeSettings } from '#server/features/settings/service.ts'
import { buildMember } from '#tests/support/builders.ts'
import { startSite, type Site } from '#tests/support/site/site.ts'
import { openTestSite } from '#tests/support/site/test-site.ts'

const cdn = 'https://cdn.example'

let site: Site
let testSite: AppContext
let cookie: string

beforeAll(async () => {
  site = await startSite({ demoMembers: 0 })
  testSite = await openTestSite(site)
  cookie = (await buildMember(testSite, {})).cookie
})
afterAll(async () => {
  await testSite.close()
  await site.stop()
})

async function open(path: string, headers: Record<string, string> = {}) {
  const response = await fetch(site.origin + path, { headers: { accept: 'text/html', ...headers } })
  const policy = response.headers.get('content-security-policy') ?? ''
  return { status: response.status, headers: response.headers, policy, text: await response.text() }
}

async function moveFiles() {
  const { id } = testSite.sites.of('localhost')
  await changeSettings(testSite, { siteId: id, settings: { cdn_prefix: cdn } })
  await expect.poll(async () => (await open('/login')).policy).toContain(`script-src 'self' ${cdn} `)
}

const filesOf = (html: string) => [...html.matchAll(/["'(]([^"'(]*)\/assets\/[\w.-]+/g)].map(([, before]) => before)

const pages = [
  ['a page of a visitor', '/login', {}],
  ['a shared copy', '/', {}],
  ['a landing page', '/landers/gallery', {}],
  ['an error page', '/nothing/here', {}],
] as const

test('without the setting, pages name the files of the build at their own origin', async () => {
  for (const [, path] of pages) {
    const { text, policy } = await open(path)
    expect(new Set(filesOf(text))).toEqual(new Set(['']))
    expect(text).not.toContain('JSON.stringify(window.__reactRouterManifest)')
    expect(policy).not.toContain('https:')
  }
})

test('with it, pages name all of them there, and allow exactly that origin', async () => {
  await moveFiles()
  for (const [what, path, headers] of [...pages, ['a page of a member', '/members', { cookie }] as const]) {
    const { text, policy } = await open(path, headers)
    // The statement that changes the table of routes has the path twice.
    const named = filesOf(text.replace(/window\.__reactRouterManifest=.*?;/, ''))
    expect([what, new Set(named)]).toEqual([what, new Set([cdn])])
    expect(named.length).toBeGreaterThan(2)
    const allowed = policy.split('; ').filter((directive) => directive.includes(cdn))
    expect(allowed.map((directive) => directive.split(' ')[0])).toEqual([
      'script-src',
      'style-src',
      'img-src',
      'media-src',
      'font-src',
    ])
    // What belongs to the site stays there.
    expect(text).toContain('href="/manifest.webmanifest"')
    expect(text).toMatch(/<link rel="preload" href="https:\/\/cdn\.example\/assets\/figtree[^>]* crossorigin=""/i)
  }
})

test('the scripts of a shared copy keep the hashes that its policy names', async () => {
  await moveFiles()
  const { text, policy } = await open('/')
  const scripts = [...text.matchAll(/<script(?![^>]*(?: src=|application\/json))[^>]*>([\s\S]*?)<\/script>/g)]
  expect(scripts.length).toBeGreaterThan(1)
  for (const [, script = ''] of scripts) {
    const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(script))
    expect(policy).toContain(`'sha256-${Buffer.from(hash).toString('base64')}'`)
  }
})

test('the files of the build may be loaded from pages of other origins, and nothing else may', async () => {
  const [script = ''] = /\/assets\/[\w.-]+\.js/.exec((await open('/login')).text) ?? []
  const file = await open(script)
  expect(file.headers.get('access-control-allow-origin')).toBe('*')
  expect(file.headers.get('cross-origin-resource-policy')).toBe('cross-origin')
  expect(file.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
  for (const path of ['/', '/favicon.svg', '/service-worker.js', '/manifest.webmanifest', '/api/settings']) {
    const { headers } = await open(path)
    expect([path, headers.get('access-control-allow-origin')]).toEqual([path, null])
    expect([path, headers.get('cross-origin-resource-policy')]).toEqual([path, 'same-origin'])
  }
})
