import pg from 'pg'
import { describe, expect, test } from 'vitest'
import { DatabaseUnavailable, isRepeatable, toDatabaseFault } from './faults.ts'

function databaseError(code: string) {
  return Object.assign(new pg.DatabaseError('', 0, 'error'), { code })
}

describe('an error of the database', () => {
  test.each(['08006', '53300', '57P01', '57P03', '57014', '55P03', '25P03'])('%s is passing', (code) => {
    const error = databaseError(code)
    expect(toDatabaseFault(error)).toBeInstanceOf(DatabaseUnavailable)
    expect(toDatabaseFault(error)).toMatchObject({ cause: error })
  })

  test.each(['23505', '22P02', '42P01', '40001', '40P01', 'XX000'])('%s is about the statement', (code) => {
    const error = databaseError(code)
    expect(toDatabaseFault(error)).toBe(error)
  })

  test('of the driver itself is a lost connection', () => {
    const error = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })
    expect(toDatabaseFault(error)).toMatchObject({ name: 'DatabaseUnavailable', cause: error })
  })

  test('in a value is a bug of ours', () => {
    const error = new RangeError('bigint out of range')
    expect(toDatabaseFault(error)).toBe(error)
  })

  test('is wrapped once', () => {
    const fault = toDatabaseFault(new Error('timeout'))
    expect(toDatabaseFault(fault)).toBe(fault)
  })
})

test('only deadlocks and serialization failures are worth a second attempt', () => {
  expect(['40001', '40P01'].map((code) => isRepeatable(databaseError(code)))).toEqual([true, true])
  expect(['23505', '57014', '57P01'].map((code) => isRepeatable(databaseError(code)))).toEqual([false, false, false])
  expect(isRepeatable(new Error('deadlock'))).toBe(false)
})
