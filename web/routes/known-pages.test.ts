import { expect, test } from 'vitest'
import { createPageTest } from './known-pages.ts'

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
