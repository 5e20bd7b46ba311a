import { expect, test } from 'vitest'
import { photosFirst } from './photos-first.ts'

const photo = { id: 'a', isLocked: false } as never

test('members with a photo come first, and each group stays in its order', () => {
  const members = [
    { name: 'Ada', photo: null },
    { name: 'Bea', photo },
    { name: 'Cleo', photo: null },
    { name: 'Dora', photo },
  ]
  expect(photosFirst(members).map(({ name }) => name)).toEqual(['Bea', 'Dora', 'Ada', 'Cleo'])
})
