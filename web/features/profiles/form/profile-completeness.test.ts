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
  isHidden: false,
  visibility: 'public' as const,
  isMain: true,
}

describe('the completeness of a profile', () => {
  test('is 0 without anything, with the photo first among what is missing', () => {
    expect(profileCompleteness(nothing, all)).toEqual({
      percent: 0,
      missing: ['photo', 'about', 'answers', 'interests', 'city', 'details'],
    })
  })

  test('grows with each part', () => {
    expect(profileCompleteness({ ...nothing, photos: [photo] }, all).percent).toBe(35)
    expect(profileCompleteness({ ...nothing, interests: ['music'] }, all).percent).toBe(5)
    expect(profileCompleteness({ ...nothing, about: 'Hello', city: 'Lyon' }, all).percent).toBe(25)
    expect(profileCompleteness({ ...nothing, answers: [{ prompt: 'learning', text: 'Italian' }] }, all).percent).toBe(5)
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
