import { afterEach, expect, test, vi } from 'vitest'
import { followDiscreet, isDiscreet, setDiscreet } from './discreet.ts'

afterEach(() => void vi.unstubAllGlobals())

function storageOf(values = new Map<string, string>()) {
  return {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => values.set(key, value).has(key),
    removeItem: (key: string) => void values.delete(key),
  }
}

test('discreet notices are off until they are switched on', () => {
  const storage = storageOf()
  expect(isDiscreet(storage)).toBe(false)
  setDiscreet(storage, true)
  expect(isDiscreet(storage)).toBe(true)
  setDiscreet(storage, false)
  expect(isDiscreet(storage)).toBe(false)
})

test('a browser that stores nothing shows whole notices', () => {
  expect(isDiscreet({ getItem: () => null })).toBe(false)
})

test('the switch follows that of another tab', () => {
  const tab = new EventTarget()
  vi.stubGlobal('addEventListener', tab.addEventListener.bind(tab))
  vi.stubGlobal('removeEventListener', tab.removeEventListener.bind(tab))
  const onChange = vi.fn<() => void>()
  const stop = followDiscreet(onChange)
  tab.dispatchEvent(new Event('storage'))
  expect(onChange).toHaveBeenCalledOnce()
  setDiscreet(storageOf(), true)
  expect(onChange).toHaveBeenCalledTimes(2)
  stop()
  tab.dispatchEvent(new Event('storage'))
  setDiscreet(storageOf(), false)
  expect(onChange).toHaveBeenCalledTimes(2)
})
