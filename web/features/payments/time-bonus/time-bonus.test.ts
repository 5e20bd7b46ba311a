import { describe, expect, test } from 'vitest'
import { SECOND } from '#contract/time.ts'
import { countdownOf, isInMembersArea, opensBonusDialog, timeBonusOf } from './time-bonus.ts'

const signedUp = Date.parse('2026-11-22T12:00:00Z')
const user = { signup_date: new Date(signedUp).toISOString(), paid_user: false }
/** The time bonus after this many seconds. */
const after = (seconds: number) => ({ user, now: signedUp + seconds * SECOND })

describe('the time bonus', () => {
  test('is a code of 25 percent, for the first 14,400 seconds', () => {
    const bonus = {
      code: 'TIMEBONUS25',
      country: null,
      user_id: null,
      expires: null,
      value_percentage: 25.0,
      currency: null,
      minimum_order_value: null,
      status: 'active',
      validity: 'once-per-user',
      expired: false,
      paymentmethods: null,
    }
    expect(timeBonusOf(after(0))).toEqual(bonus)
    expect(timeBonusOf(after(14_399.999))).toEqual(bonus)
    expect(timeBonusOf(after(14_400))).toBeNull()
  })

  test('is not for visitors and paying members', () => {
    expect(timeBonusOf({ user: null, now: signedUp })).toBeNull()
    expect(timeBonusOf({ user: { ...user, paid_user: true }, now: signedUp })).toBeNull()
  })

  test.each([
    [0, '04:00:00', true],
    [1, '03:59:59', true],
    [4 * 3600 - 3661, '01:01:01', true],
    [14_399, '00:00:01', true],
    [14_399.5, '00:00:01', true],
    [14_400, '00:00:00', false],
    [20_000, '00:00:00', false],
  ])('%d seconds after the sign-up has %s left', (seconds, text, isVisible) => {
    const { hours, minutes, seconds: rest, ...countdown } = countdownOf(after(seconds))
    expect(`${hours}:${minutes}:${rest}`).toBe(text)
    expect(countdown).toEqual({ isVisible })
  })
})

test.each([
  ['/members', true],
  ['/members/ana', true],
  ['/members/ana/chat', true],
  ['/chats', true],
  ['/chats/one', true],
  ['/likes', true],
  ['/likes/sent', true],
  ['/likes/m/ana', true],
  ['/premium', true],
  ['/members/ana/signup', false],
  ['/profile', false],
  ['/credits', false],
  ['/', false],
])('%s is in the members area: %s', (pathname, isInside) => {
  expect(isInMembersArea(pathname)).toBe(isInside)
})

test('the dialog opens without credits only, and never again after it was closed', () => {
  const due = { credits: 0, isDismissed: false, isVisible: true }
  expect(opensBonusDialog(due)).toBe(true)
  expect(opensBonusDialog({ ...due, credits: 1 })).toBe(false)
  expect(opensBonusDialog({ ...due, isDismissed: true })).toBe(false)
  expect(opensBonusDialog({ ...due, isVisible: false })).toBe(false)
})
