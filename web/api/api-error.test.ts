import { expect, test } from 'vitest'
import { apiErrorFrom, isApiErrorCode } from './api-error.ts'
import { asRouteError } from './load.ts'

test('an error reply keeps code, values and fields', () => {
  const fields = { email: { code: 'accounts.email_taken' } }
  expect(apiErrorFrom(409, { error: { code: 'accounts.email_taken', params: { minutes: 5 }, fields } })).toMatchObject({
    status: 409,
    code: 'accounts.email_taken',
    params: { minutes: 5 },
    fields,
  })
})

test.each([undefined, null, '<html>', {}, { error: null }, { error: { code: 'NoSuchCode' } }, { error: { code: 5 } }])(
  'the body %j of an error is a failed request',
  (body) => {
    expect(apiErrorFrom(502, body)).toMatchObject({ status: 502, code: 'request.failed', params: {}, fields: {} })
  },
)

test('names of object methods are no error codes', () => {
  expect(isApiErrorCode('toString')).toBe(false)
  expect(isApiErrorCode('request.unreachable')).toBe(true)
})

test('the error page gets code, values and status of an error of the API', () => {
  expect(asRouteError(apiErrorFrom(404, { error: { code: 'profiles.not_found' } }))).toMatchObject({
    data: { code: 'profiles.not_found', params: {} },
    init: { status: 404 },
  })
  const bug = new TypeError('broken')
  expect(asRouteError(bug)).toBe(bug)
})
