import { expect, test, vi } from 'vitest'
import { nameIn } from './name-in.ts'

test('a text is formatted once and contains each name', () => {
  const textWith = vi.fn<(name: string) => string>((name) => `Photo of ${name}, called ${name}`)
  const photoOf = nameIn(textWith)
  expect(textWith).not.toHaveBeenCalled()
  expect(photoOf('Ana')).toBe('Photo of Ana, called Ana')
  expect(photoOf('$& {name}')).toBe('Photo of $& {name}, called $& {name}')
  expect(textWith).toHaveBeenCalledOnce()
})

test('a text without the name stays', () => {
  expect(nameIn(() => 'No photo')('Ana')).toBe('No photo')
})
