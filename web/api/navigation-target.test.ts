import { afterEach, expect, test, vi } from 'vitest'
import { isAtPage } from './navigation-target.ts'

afterEach(() => void vi.unstubAllGlobals())

/** A browser at one page, whose router may be on its way to another. */
function stubBrowser(pathname: string, target?: string) {
  const navigation = target === undefined ? {} : { location: { pathname: target } }
  vi.stubGlobal('location', { pathname })
  vi.stubGlobal('window', { __reactRouterDataRouter: { state: { navigation } } })
}

test('a page is left as soon as the browser is on its way to another', () => {
  stubBrowser('/members/ana')
  expect(isAtPage('/members/ana')).toBe(true)
  stubBrowser('/members/ana', '/likes')
  expect(isAtPage('/members/ana')).toBe(false)
  stubBrowser('/likes')
  expect(isAtPage('/members/ana')).toBe(false)
})

test('who is on the way back is not there yet', () => {
  stubBrowser('/likes', '/members/ana')
  expect(isAtPage('/members/ana')).toBe(false)
})

test('another query of the same page is no other page', () => {
  stubBrowser('/members/ana', '/members/ana')
  expect(isAtPage('/members/ana')).toBe(true)
})
