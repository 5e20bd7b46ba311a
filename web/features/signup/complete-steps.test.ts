import { describe, expect, test } from 'vitest'
import { choiceSettings, profileChoiceNames, profileFields } from '#contract/profiles/profile-fields.ts'
import { chapters, choiceSteps, completeStepsFor, progressOf } from './complete-steps.ts'
import { signupSteps } from './signup-steps.ts'

test('every optional choice but the reason has a step of its own', () => {
  expect([...choiceSteps, 'reason'].toSorted()).toEqual(profileChoiceNames.toSorted())
})

test('what the site does not show is not asked for', () => {
  expect(completeStepsFor([])).toEqual(['photo', 'location', 'confirm'])
  expect(completeStepsFor(['interests', choiceSettings.eyeColour, choiceSettings.intention])).toEqual([
    'photo',
    'interests',
    'location',
    'intention',
    'eyeColour',
    'confirm',
  ])
})

describe('the progress', () => {
  const visible = profileFields.filter((field) => field !== 'tattoos')
  const all = [...signupSteps, ...completeStepsFor(visible)].map((step) => progressOf(step, { visible }))

  test('goes through the chapters in their order, and each of them from its first to its last step', () => {
    const inChapters = chapters.flatMap((chapter) => {
      const { count } = all.find((each) => each.chapter === chapter) ?? { count: 0 }
      return Array.from({ length: count }, (_, index) => ({ chapter, done: index + 1, count }))
    })
    expect(all).toEqual(inChapters)
  })

  test('counts as few steps as the site shows', () => {
    expect(progressOf('confirm', { visible: [] })).toEqual({ chapter: 'details', done: 1, count: 1 })
    expect(progressOf('location', { visible: [] })).toEqual({ chapter: 'you', done: 2, count: 2 })
  })

  test('does not count the questions that not everybody is asked', () => {
    expect(progressOf('message', { visible })).toMatchObject({ chapter: 'account', done: 0 })
    expect(progressOf('push', { visible })).toMatchObject({ chapter: 'you', done: 0 })
  })
})
