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

const sharingOf = createSharing({
  routes: {
    root: { id: 'root', path: '', module: { handle: { sharedMs: 9 } } },
    home: { id: 'home', parentId: 'root', index: true, module: { handle: { sharedMs: 4 } } },
    faq: { id: 'faq', parentId: 'root', path: 'faq', module: { handle: { sharedMs: 5 } } },
    lander: {
      id: 'lander',
      parentId: 'root',
      path: 'landers/:lander/:slug?',
      module: { handle: { sharedMs: ({ lander }: { lander?: string }) => (lander === 'gallery' ? 7 : 0) } },
    },
    members: { id: 'members', parentId: 'root', path: 'members', module: {} },
  },
})

test('a page is shared for as long as its own route declares, not its layout or another page', () => {
  const lifeMs = ['/', '/faq', '/landers/gallery', '/landers/gallery/a', '/landers/x', '/members', '/nothing'].map(
    (path) => sharingOf(path)?.lifeMs ?? 0,
  )
  expect(lifeMs).toEqual([4, 5, 7, 7, 0, 0, 0])
  expect(sharingOf(`/landers/gallery/${'a'.repeat(300)}`)).toBeNull()
})

test('addresses of the same page have one path', () => {
  const path = (address: string) => sharingOf(address)?.path
  expect(['/', '//'].map(path)).toEqual(['/', '/'])
  expect(['/faq', '/FAQ', '/faq/', '/%66aq'].map(path)).toEqual(Array(4).fill('/faq'))
  expect(['/landers/gallery', '/Landers/gallery/', '/landers/g%61llery'].map(path)).toEqual(
    Array(3).fill('/landers/gallery'),
  )
})

test('a path with a slug names the one of all unknown slugs', () => {
  expect(sharingOf('/landers/gallery/summer')).toEqual({
    lifeMs: 7,
    path: '/landers/gallery/summer',
    unknownSlugPath: '/landers/gallery/_',
  })
  expect(sharingOf('/landers/gallery')?.unknownSlugPath).toBeNull()
})
