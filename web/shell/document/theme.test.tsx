import { renderToString } from 'react-dom/server'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { InitialThemeContext, isTheme, subscribeToTheme, switchTheme, useTheme } from './theme.ts'

const document = { cookie: '' }
const tab = new EventTarget()

beforeEach(() => {
  document.cookie = ''
  vi.stubGlobal('document', document)
  vi.stubGlobal('location', { protocol: 'http:' })
  vi.stubGlobal('addEventListener', tab.addEventListener.bind(tab))
  vi.stubGlobal('removeEventListener', tab.removeEventListener.bind(tab))
})
afterEach(() => void vi.unstubAllGlobals())

test.each([
  ['system', true],
  ['light', true],
  ['dark', true],
  ['Dark', false],
  ['', false],
  [undefined, false],
  [3, false],
])('%j is a theme: %s', (value, expected) => {
  expect(isTheme(value)).toBe(expected)
})

test('a choice is saved in the cookie that the server reads', () => {
  switchTheme('dark')
  expect(document.cookie).toMatch(/^theme=dark; /)
})

test('a choice notifies the page until it unsubscribes', () => {
  const listener = vi.fn<() => void>()
  const unsubscribe = subscribeToTheme(listener)
  switchTheme('light')
  expect(listener).toHaveBeenCalledOnce()
  unsubscribe()
  switchTheme('dark')
  expect(listener).toHaveBeenCalledOnce()
})

test.each(['storage', 'pageshow'])('the theme of another tab is adopted on %s', (type) => {
  switchTheme('light')
  const listener = vi.fn<() => void>()
  const unsubscribe = subscribeToTheme(listener)
  document.cookie = 'language=en; theme=dark'
  tab.dispatchEvent(new Event(type))
  expect(listener).toHaveBeenCalledOnce()
  unsubscribe()
  tab.dispatchEvent(new Event(type))
  expect(listener).toHaveBeenCalledOnce()
})

test('the other tabs are notified of a choice', () => {
  const stored = new Map<string, string>()
  vi.stubGlobal('localStorage', { setItem: (key: string, value: string) => void stored.set(key, value) })
  switchTheme('dark')
  expect([...stored.values()]).toEqual(['dark'])
})

test('the server renders the theme of the request, whatever was chosen elsewhere', () => {
  switchTheme('dark')
  const Probe = () => <p>{useTheme()}</p>
  const html = renderToString(
    <InitialThemeContext value="light">
      <Probe />
    </InitialThemeContext>,
  )
  expect(html).toBe('<p>light</p>')
})
