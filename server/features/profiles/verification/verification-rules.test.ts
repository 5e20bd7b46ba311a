import { expect, test } from 'vitest'
import { poses } from '#contract/profiles/verification.ts'
import { losesBadge, mayAccept, needsSelfie, nextPose } from './verification-rules.ts'

test('each pose differs from the last one, and each is possible', () => {
  for (const last of poses) {
    const results = new Set(Array.from({ length: 100 }, (_, index) => nextPose(last, index / 100)))
    expect(results).toEqual(new Set(poses.filter((pose) => pose !== last)))
  }
  expect(nextPose(null, 0.9999)).toBe(poses.at(-1))
})

test('a selfie is wanted unless one waits or was accepted', () => {
  const states = [null, 'asked', 'waiting', 'approved', 'rejected', 'expired', 'lost'] as const
  expect(states.filter(needsSelfie)).toEqual([null, 'asked', 'rejected', 'expired', 'lost'])
})

test('only a main photo that the operator saw is verified', () => {
  const seenIds = ['first', 'second']
  expect(mayAccept({ mainPhotoId: 'second', seenIds })).toBe(true)
  expect(mayAccept({ mainPhotoId: 'third', seenIds })).toBe(false)
  expect(mayAccept({ mainPhotoId: null, seenIds })).toBe(false)
  expect(losesBadge({ mainPhotoId: 'first', seenIds })).toBe(false)
  expect(losesBadge({ mainPhotoId: 'third', seenIds })).toBe(true)
})
