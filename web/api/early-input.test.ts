import { afterEach, expect, test, vi } from 'vitest'
import { captureEarlyInput, earlyInput, forgetEarlyInput } from './early-input.ts'

afterEach(() => {
  forgetEarlyInput()
  vi.unstubAllGlobals()
})

test('values that were typed before hydration are returned by field name', () => {
  openPage('/signup', [
    { name: 'email', value: 'ana@example.org' },
    { name: 'name', value: '' },
    { name: '', value: 'unnamed' },
  ])
  expect(earlyInput(['email', 'name', 'city'])).toEqual({ email: 'ana@example.org' })
})

test('values belong to the page that they were typed on', () => {
  openPage('/signup', [{ name: 'email', value: 'ana@example.org' }])
  vi.stubGlobal('location', { pathname: '/profile' })
  expect(earlyInput(['email'])).toEqual({})
})

test('a form that opens later starts with its default values', () => {
  openPage('/signup', [{ name: 'email', value: 'ana@example.org' }])
  forgetEarlyInput()
  expect(earlyInput(['email'])).toEqual({})
})

test('nothing is returned on the server', () => {
  expect(earlyInput(['email'])).toEqual({})
})

function openPage(pathname: string, fields: { name: string; value: string }[]) {
  vi.stubGlobal('location', { pathname })
  vi.stubGlobal('document', { querySelectorAll: () => fields })
  captureEarlyInput()
}
