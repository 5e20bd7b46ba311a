import { expect, test } from 'vitest'
import { DebitForm } from './schemas.ts'

/** Returns what is wrong with a code of the SMS, the first reason first. */
function problemsOf(smsCode: string) {
  const { error } = DebitForm.shape.smsCode.safeParse(smsCode)
  return error?.issues.map(({ message }) => message) ?? []
}

test('a code that is missing is asked for, one of another form is invalid', () => {
  expect(problemsOf(' ')[0]).toBe('debits.required')
  expect(problemsOf('12345')[0]).toBe('debits.code_invalid')
  expect(problemsOf('12345a')).toEqual(['debits.code_invalid'])
  expect(problemsOf('123456')).toEqual([])
})
