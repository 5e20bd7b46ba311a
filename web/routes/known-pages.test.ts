import { expect, test } from 'vitest'
import { createPageTest, createSharing } from './known-pages.ts'

const isPage = createPageTest({
  routes: {
    root: { id: 'root', path: '' },
    layout: { id: 'layout', parentId: 'root' },
    home: { id: 'home', parentId: 'layout', index: true },
    member: { id: 'member', parentId: 'layout', path: 'members/:id' },
    likes: { id: 'likes', parentId: 'layout', path: 'likes/:type?' },
    link: { id: 'link', parentId: 'layout', path: ':token' },
    unknown: { id: 'unknown', parentId: 'layout', path: '*' },
  },
})

test.each(['/', '/members/abc', '/likes', '/likes/sent', `/${'a'.repeat(43)}`])('%s is a page', (path) => {
  expect(isPage(path)).toBe(true)
})

test.each(['/nothing', '/wp-login', '/members', '/members/abc/def', '/nothing/here'])('%s is no page', (path) => {
  expect(isPage(path)).toBe(false)
})

test('a page is shared for as long as its own route declares, not its layout or another page', () => {
  const sharedMs = createSharing({
    routes: {
      root: { id: 'root', path: '', module: { handle: { sharedMs: 9 } } },
      faq: { id: 'faq', parentId: 'root', path: 'faq', module: { handle: { sharedMs: 5 } } },
      lander: { id: 'lander', parentId: 'root', path: 'landers/:slug?', module: { handle: { sharedMs: 7 } } },
      members: { id: 'members', parentId: 'root', path: 'members', module: {} },
    },
  })
  expect(['/faq', '/landers', '/landers/a', '/members', '/nothing'].map(sharedMs)).toEqual([5, 7, 7, 0, 0])
  expect(sharedMs(`/landers/${'a'.repeat(300)}`)).toBe(0)
})
