import { expect, test } from 'vitest'
import { suggestedLookingFor } from './signup-defaults.ts'

test('the gender that most members look for is suggested', () => {
  expect(suggestedLookingFor('male')).toBe('female')
  expect(suggestedLookingFor('female')).toBe('male')
})
