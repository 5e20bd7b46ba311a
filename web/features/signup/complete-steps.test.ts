import { describe, expect, test } from 'vitest'
import { choiceSettings, profileChoiceNames, profileFields } from '#contract/profiles/profile-fields.ts'
import { choiceSteps, completeStepsFor, progressOf } from './complete-steps.ts'
import { signupSteps } from './signup-steps.ts'

test('every optional choice has a step of its own', () => {
  expect(choiceSteps.toSorted()).toEqual(profileChoiceNames.toSorted())
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

describe('one counter', () => {
  const visible = profileFields.filter((field) => field !== 'tattoos')
  const all = [...signupSteps, ...completeStepsFor(visible)]

  test('goes on after the account, up to the last step', () => {
    expect(all.map((step) => progressOf(step, { visible }).done)).toEqual(all.map((_, index) => index + 1))
    expect(progressOf('confirm', { visible })).toEqual({ done: all.length, count: all.length })
  })

  test('does not count the questions that not everybody is asked', () => {
    expect(progressOf('message', { visible })).toMatchObject({ done: 0, isUncounted: true })
    expect(progressOf('push', { visible })).toMatchObject({ done: signupSteps.length, isUncounted: true })
  })
})
