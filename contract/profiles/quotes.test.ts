import { expect, test } from 'vitest'
import type { MemberPhoto, ProfileAnswer } from './schemas.ts'
import { quotedPart, quoteOf } from './quotes.ts'

const photo: MemberPhoto = { id: 'p', width: 3, height: 4, preview: '', isLocked: false, key: null, caption: '' }
const answers: ProfileAnswer[] = [{ prompt: 'learning', text: 'Italian' }]
const profile = { answers, photos: [photo, { ...photo, id: 'locked', isLocked: true }] }

test('a quote has the text of the answer, or the photo that the viewer sees', () => {
  expect(quoteOf(profile, { prompt: 'learning' })).toEqual({ kind: 'answer', prompt: 'learning', text: 'Italian' })
  expect(quoteOf(profile, { photoId: 'p' })).toEqual({ kind: 'photo', photoId: 'p' })
})

test('nothing is quoted that the profile does not show', () => {
  expect(quoteOf(profile, { prompt: 'first_date' })).toBeNull()
  expect(quoteOf(profile, { photoId: 'locked' })).toBeNull()
  expect(quoteOf(profile, { photoId: 'other' })).toBeNull()
})

test('a quote names what it is of', () => {
  for (const part of [{ prompt: 'learning' as const }, { photoId: 'p' }]) {
    const quote = quoteOf(profile, part)
    expect(quote && quotedPart(quote)).toEqual(part)
  }
})
