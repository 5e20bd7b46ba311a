import { expect, test } from 'vitest'
import { PHOTO_MAX_BYTES, PHOTO_MIN_SIDE_PX } from '#contract/limits.ts'
import { fileProblem, SHRUNK_SIDE_PX, shrunkSize, sizeProblem } from './photo-file.ts'

test('a photo larger than the limit is accepted, because the device shrinks it', () => {
  expect(fileProblem({ type: 'image/jpeg', size: 2 * PHOTO_MAX_BYTES })).toBeNull()
  expect(fileProblem({ type: 'image/jpeg', size: 5 * PHOTO_MAX_BYTES })?.code).toBe('profiles.photo_too_large')
})

test.each(['text/plain', 'image/gif', 'image/svg+xml', ''])(
  'a file of type "%s" is rejected when it is chosen',
  (type) => {
    expect(fileProblem({ type, size: 10 })?.code).toBe('profiles.photo_not_an_image')
  },
)

test('a photo with a short side is too small', () => {
  expect(sizeProblem({ width: 900, height: PHOTO_MIN_SIDE_PX - 1 })?.code).toBe('profiles.photo_too_small')
  expect(sizeProblem({ width: 900, height: PHOTO_MIN_SIDE_PX })).toBeNull()
})

test('the longest side is shrunk, and the ratio stays', () => {
  expect(shrunkSize({ width: 4096, height: 3072 })).toEqual({ width: SHRUNK_SIDE_PX, height: 1536 })
  expect(shrunkSize({ width: 300, height: 400 })).toEqual({ width: 300, height: 400 })
})
