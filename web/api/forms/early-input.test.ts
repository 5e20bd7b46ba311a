import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { clearEarlyInput, collectEarlyInput, earlyInput } from './early-input.ts'

function stubPage(pathname: string, fields: { name: string; value: string }[] = []) {
  vi.stubGlobal('location', { pathname })
  vi.stubGlobal('document', { querySelectorAll: () => fields })
}

beforeEach(() => clearEarlyInput())
afterEach(() => void vi.unstubAllGlobals())

test('what was typed before hydration is returned by field name', () => {
  stubPage('/login', [
    { name: 'email', value: 'ann@example.com' },
    { name: 'password', value: 'secret' },
  ])
  collectEarlyInput()
  expect(earlyInput(['email', 'other'])).toEqual({ email: 'ann@example.com' })
})

test('empty fields and fields without a name are left out', () => {
  stubPage('/login', [
    { name: 'email', value: '' },
    { name: '', value: 'text' },
  ])
  collectEarlyInput()
  expect(earlyInput(['email', ''])).toEqual({})
})

test('another page does not get what was typed on the first one', () => {
  stubPage('/login', [{ name: 'email', value: 'ann@example.com' }])
  collectEarlyInput()
  stubPage('/signup')
  expect(earlyInput(['email'])).toEqual({})
})

test('a form that opens later starts with its own defaults', () => {
  stubPage('/login', [{ name: 'email', value: 'ann@example.com' }])
  collectEarlyInput()
  clearEarlyInput()
  expect(earlyInput(['email'])).toEqual({})
})

test('the server has no early input', () => {
  vi.stubGlobal('location', undefined)
  expect(earlyInput(['email'])).toEqual({})
})
