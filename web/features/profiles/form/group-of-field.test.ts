import { expect, test } from 'vitest'
import { groupsWithErrors } from './group-of-field.ts'

const error = { type: 'server', message: 'Wrong' }

test('each group with a wrong field is named once, whatever marks the field on the screen', () => {
  expect(groupsWithErrors({ interests: error, eyeColour: error, tattoos: error })).toEqual(['interests', 'details'])
  expect(groupsWithErrors({ answers: [undefined, { text: error }], intention: error })).toEqual([
    'looking-for',
    'answers',
  ])
})

test('an error of the whole form, or none, is in no group', () => {
  expect(groupsWithErrors({ root: error, city: undefined })).toEqual([])
})
