import { describe, expect, test } from 'vitest'
import { ApiError } from '#web/api/api-error.ts'
import { readPageError } from './page-error.ts'

/** What React Router hands to an error boundary for a thrown response. */
function routeError(status: number, data: unknown) {
  return { status, statusText: '', internal: false, data }
}

describe('an error of the API', () => {
  test('keeps its status, code and parameters', () => {
    const error = new ApiError(422, { code: 'profiles.too_young', params: { min_age: 18 } })
    expect(readPageError(error)).toEqual({ status: 422, code: 'profiles.too_young', params: { min_age: 18 } })
  })

  test('without any answer is shown as unavailable', () => {
    expect(readPageError(new ApiError(0, { code: 'request.unreachable' }))).toMatchObject({
      status: 503,
      code: 'request.unreachable',
    })
  })
})

test('code that could not be fetched means that there is no connection, not that the site is broken', () => {
  const error = new TypeError('Failed to fetch dynamically imported module: /assets/chats.js')
  expect(readPageError(error)).toEqual({ status: 503, code: 'request.unreachable' })
})

describe('an error that a loader threw', () => {
  test('keeps its status, code and parameters', () => {
    const error = routeError(404, { code: 'request.not_found', params: { name: 'Ann' } })
    expect(readPageError(error)).toEqual({ status: 404, code: 'request.not_found', params: { name: 'Ann' } })
  })

  test('as a bare status has no code', () => {
    expect(readPageError(routeError(404, null))).toEqual({ status: 404, code: undefined, params: undefined })
  })

  test('with something that is no code is shown without it', () => {
    expect(readPageError(routeError(500, { code: 'Made up' })).code).toBeUndefined()
  })

  test('whose data is a text is shown without a code', () => {
    expect(readPageError(routeError(405, 'Method not allowed'))).toMatchObject({ status: 405, code: undefined })
  })
})

test.each([new Error('secret detail'), 'text', null, undefined, { status: 404 }])(
  'an unexpected error shows nothing but status 500 (%j)',
  (error) => {
    expect(readPageError(error)).toEqual({ status: 500 })
  },
)
