import { expect, test } from 'vitest'
import * as limits from './limits.ts'
import { DAY, HOUR, SECOND } from './time.ts'

/** The numbers that the product promises. Other tests use the constants; this one notices a change. */
const promised = {
  LANGUAGE_COOKIE: 'i18n_redirected',
  LANGUAGE_COOKIE_MS: 365 * DAY,
  SESSION_MS: 30 * DAY,
  HTTP_RETRIES: 5,
  FREE_PHOTOS: 3,
  PREMIUM_PHOTOS: 25,
  FREE_CONVERSATIONS: 2,
  DELETION_DAYS: 14,
  SWIPE_LIKES: 4,
  SWIPE_WINDOW_MS: 24 * HOUR,
  TIME_BONUS_PERCENT: 25,
  TIME_BONUS_MS: 14_400 * SECOND,
  TIME_BONUS_DIALOG_MS: 40 * SECOND,
  POLL_START_MS: 5 * SECOND,
  POLL_EVERY_MS: 60 * SECOND,
  POLL_EVERY_WITH_PUSH_MS: 300 * SECOND,
  LOW_CREDITS: 10,
  GEOCODE_CACHE_MS: HOUR,
  AUTO_LIKE_REFRESH_MS: 500,
  CHUNK_RELOAD_PAUSE_MS: 60 * SECOND,
  TERMS_FIRST_DATE: '2023-12-01T12:00:00Z',
}

test('the numbers of the product are the promised ones', () => {
  expect({ ...limits }).toMatchObject(promised)
})

test('who copies members is limited by the day too', () => {
  for (const { perMember } of [limits.SEARCH_QUOTAS, limits.PROFILE_QUOTAS])
    expect(Math.max(...perMember.map(({ timeWindow }) => timeWindow))).toBe(DAY)
})
