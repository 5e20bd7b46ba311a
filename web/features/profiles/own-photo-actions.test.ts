import { expect, test } from 'vitest'
import { ownPhotoActions } from './own-photo-actions.ts'

test('the main photo stays public and main', () => {
  expect(ownPhotoActions({ isMain: true, visibility: 'public' })).toEqual({
    canBecomeMain: false,
    canChangeVisibility: false,
    otherVisibility: 'private',
  })
})

test('another public photo can become the main one or private', () => {
  expect(ownPhotoActions({ isMain: false, visibility: 'public' })).toEqual({
    canBecomeMain: true,
    canChangeVisibility: true,
    otherVisibility: 'private',
  })
})

test('a private photo has to become public before it can be the main one', () => {
  expect(ownPhotoActions({ isMain: false, visibility: 'private' })).toEqual({
    canBecomeMain: false,
    canChangeVisibility: true,
    otherVisibility: 'public',
  })
})
