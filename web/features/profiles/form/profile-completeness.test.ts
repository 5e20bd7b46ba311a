import { describe, expect, test } from 'vitest'
import { profileCompleteness } from './profile-completeness.ts'
import { profileFields } from '#contract/profiles/profile-fields.ts'

const nothing = {
  photos: [],
  about: ' ',
  interests: [],
  city: '',
  relationship: null,
  sexuality: null,
  bodyType: null,
  hairColour: null,
  eyeColour: null,
  tattoos: null,
  reason: null,
  intention: null,
  answers: [],
}
const all = { visible_profile_fields: [...profileFields] }
const photo = {
  id: 'p',
  width: 3,
  height: 4,
  preview: '',
  isLocked: false,
  caption: '',
  status: 'active' as const,
  rejection: null,
  decision: null,
  isHidden: false,
  visibility: 'public' as const,
  isMain: true,
}

describe('the completeness of a profile', () => {
  test('counts what the sign-up has asked, with the photo first among what is missing', () => {
    expect(profileCompleteness(nothing, all)).toEqual({
      percent: 25,
      missing: [
        { part: 'photo', points: 30 },
        { part: 'about', points: 10 },
        { part: 'answers', points: 10 },
        { part: 'interests', points: 10 },
        { part: 'city', points: 5 },
        { part: 'details', points: 10 },
      ],
    })
  })

  test('grows with each part', () => {
    const grownBy = (parts: Partial<Parameters<typeof profileCompleteness>[0]>) =>
      profileCompleteness({ ...nothing, ...parts }, all).percent - 25
    expect(grownBy({ photos: [photo] })).toBe(30)
    expect(grownBy({ interests: ['music', 'art', 'wine'] })).toBe(10)
    expect(grownBy({ about: 'Hello', city: 'Lyon' })).toBe(15)
    expect(grownBy({ answers: [{ prompt: 'learning', text: 'Italian' }] })).toBe(3)
  })

  test('says what the rest of a part adds', () => {
    const answered = { ...nothing, answers: [{ prompt: 'learning', text: 'Italian' } as const] }
    expect(profileCompleteness(answered, all).missing).toContainEqual({ part: 'answers', points: 7 })
  })

  test('is 100 with every part', () => {
    const full = {
      photos: [photo],
      about: 'Hello',
      interests: ['music', 'art', 'wine'] as ['music', 'art', 'wine'],
      city: 'Lyon',
      relationship: 'single' as const,
      sexuality: 'bi' as const,
      bodyType: 'slim' as const,
      hairColour: 'red' as const,
      eyeColour: 'blue' as const,
      tattoos: 'few' as const,
      reason: 'dating' as const,
      intention: 'friends' as const,
      answers: (['learning', 'first_date', 'green_flag'] as const).map((prompt) => ({ prompt, text: 'Hello' })),
    }
    expect(profileCompleteness(full, all)).toEqual({ percent: 100, missing: [] })
  })

  test('does not ask for what the site does not show', () => {
    const city = { ...nothing, photos: [photo], city: 'Lyon' }
    expect(profileCompleteness(city, { visible_profile_fields: [] })).toEqual({ percent: 100, missing: [] })
  })
})
