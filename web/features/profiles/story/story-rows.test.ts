import { describe, expect, test } from 'vitest'
import type { MemberPhoto, ProfileAnswer } from '#contract/profiles/schemas.ts'
import { storyOf } from './story-rows.ts'

const photo = (id: string, isLocked = false): MemberPhoto => ({
  id,
  width: 3,
  height: 4,
  preview: '',
  isLocked,
  key: isLocked ? 'premium' : null,
  caption: '',
})
const [first, second, third]: ProfileAnswer[] = [
  { prompt: 'learning', text: 'Italian' },
  { prompt: 'first_date', text: 'Coffee' },
  { prompt: 'green_flag', text: 'Kindness' },
]
if (!first || !second || !third) throw new Error('three answers')

describe('the story of a profile', () => {
  test('has an answer with the first photo, then one beside each photo', () => {
    const photos = [photo('a'), photo('b'), photo('c'), photo('d')]
    expect(storyOf({ photos, answers: [first, second, third] })).toEqual({
      lead: first,
      rows: [
        { kind: 'photo', photo: { photo: photos[1], index: 1 }, answer: second },
        { kind: 'photo', photo: { photo: photos[2], index: 2 }, answer: third },
      ],
      others: [{ photo: photos[3], index: 3 }],
    })
  })

  test('has answers together where photos are missing or locked', () => {
    const photos = [photo('a'), photo('b', true)]
    expect(storyOf({ photos, answers: [first, second, third] })).toEqual({
      lead: first,
      rows: [{ kind: 'answers', answers: [second, third] }],
      others: [{ photo: photos[1], index: 1 }],
    })
  })

  test('leaves out a locked photo between open ones, which comes with the others', () => {
    const photos = [photo('a'), photo('b', true), photo('c')]
    const { rows, others } = storyOf({ photos, answers: [first, second, third] })
    expect(rows).toEqual([
      { kind: 'photo', photo: { photo: photos[2], index: 2 }, answer: second },
      { kind: 'answers', answers: [third] },
    ])
    expect(others.map(({ index }) => index)).toEqual([1])
  })

  test('is empty without answers and photos', () => {
    expect(storyOf({ photos: [], answers: [] })).toEqual({ lead: null, rows: [], others: [] })
    expect(storyOf({ photos: [photo('a')], answers: [] })).toEqual({ lead: null, rows: [], others: [] })
  })
})
