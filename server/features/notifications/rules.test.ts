import { describe, expect, test } from 'vitest'
import {
  BOUNCE_HALF_LIFE_MS,
  CREDITS_REMINDER_MS,
  REMINDER_END_MS,
  SIGNUP_REMINDER_END_MS,
  SIGNUP_REMINDER_MS,
  UNREAD_REMINDER_MS,
} from '#contract/limits.ts'
import { DAY, HOUR, MINUTE } from '#contract/time.ts'
import { quietUntil } from './quiet-hours.ts'
import { bouncesNow, mailKindReason, nextDigestAt, reminderOf, retryAt } from './rules.ts'

const now = new Date('2026-06-15T12:00:00Z')
const ago = (ms: number) => new Date(now.getTime() - ms)

describe('a reminder', () => {
  const absent = {
    lastActiveAt: ago(20 * DAY),
    createdAt: ago(200 * DAY),
    unread: 0,
    unreadAt: null,
    balance: 0,
    isUnfinished: false,
  }
  const keyOf = (change: Partial<Parameters<typeof reminderOf>[0]>) =>
    reminderOf({ ...absent, ...change }, { now, price: 2 })?.key.split(':')[0] ?? null

  test.each([
    ['nothing to remind of', {}, null],
    ['unread messages', { unread: 1, unreadAt: ago(UNREAD_REMINDER_MS) }, 'unread'],
    ['messages that are too new', { unread: 1, unreadAt: ago(UNREAD_REMINDER_MS - 1) }, null],
    ['a member who was here', { unread: 1, unreadAt: ago(9 * DAY), lastActiveAt: ago(UNREAD_REMINDER_MS - 1) }, null],
    ['credits for a message', { balance: 2 }, 'credits'],
    ['fewer credits than a message costs', { balance: 1 }, null],
    ['messages of long ago', { unread: 1, unreadAt: ago(REMINDER_END_MS) }, null],
    ['credits of a member who left long ago', { balance: 2, lastActiveAt: ago(REMINDER_END_MS) }, null],
    ['credits of a member who was here', { balance: 2, lastActiveAt: ago(CREDITS_REMINDER_MS - 1) }, null],
    ['a sign-up without photo', { isUnfinished: true, createdAt: ago(SIGNUP_REMINDER_MS) }, 'signup'],
    ['one of an hour ago', { isUnfinished: true, createdAt: ago(HOUR), lastActiveAt: ago(HOUR) }, null],
    ['one of long ago', { isUnfinished: true, createdAt: ago(SIGNUP_REMINDER_END_MS) }, null],
  ])('%s', (_case, change, key) => {
    expect(keyOf(change)).toBe(key)
  })

  test('of credits is another one only after the member was back', () => {
    const of = (lastActiveAt: Date, at: Date) =>
      reminderOf({ ...absent, balance: 5, lastActiveAt }, { now: at, price: 2 })?.key
    expect(of(ago(20 * DAY), now)).toBe(of(ago(20 * DAY), new Date(now.getTime() + 5 * DAY)))
    expect(of(ago(20 * DAY), now)).not.toBe(of(ago(15 * DAY), now))
  })
})

test('news need a switch that is on, and a yes', () => {
  const recipient = {
    isOpen: true,
    isConfirmed: true,
    isPaused: false,
    isFictional: false,
    disabled: [] as string[],
    consents: ['news'],
  }
  expect(mailKindReason('news', recipient)).toBe(null)
  expect(mailKindReason('promotions', recipient)).toBe('no_consent')
  expect(mailKindReason('news', { ...recipient, disabled: ['news'] })).toBe('kind_off')
  expect(mailKindReason('like', { ...recipient, isFictional: true })).toBe('fictional')
})

test('the points of an address halve with time', () => {
  const address = { bounces: 4, bouncedAt: ago(BOUNCE_HALF_LIFE_MS) }
  expect(bouncesNow(address, now)).toBe(2)
  expect(bouncesNow({ bounces: 0, bouncedAt: null }, now)).toBe(0)
})

test('a mail is tried again after waits that double, up to two hours', () => {
  const waits = [1, 2, 3, 8, 20].map((attempts) => (retryAt(now, attempts).getTime() - now.getTime()) / MINUTE)
  expect(waits).toEqual([1, 2, 4, 120, 120])
})

test('weekly mails that were missed are not made up for', () => {
  expect(nextDigestAt(now, ago(HOUR))).toEqual(new Date(now.getTime() + 7 * DAY - HOUR))
  expect(nextDigestAt(now, ago(30 * DAY))).toEqual(new Date(now.getTime() + 7 * DAY))
})

test('quiet hours end by the local clock, also in the nights in which it is changed', () => {
  const hours = Array.from({ length: 7 }, () => ({ from: 22 * 60, to: 7 * 60 }))
  const end = (at: string) => quietUntil(new Date(at), { hours, timeZone: 'Europe/Amsterdam' })?.toISOString()
  // Ten at night in winter is nine in UTC, seven in the morning after the change is five.
  expect(end('2026-03-28T21:00:00Z')).toBe('2026-03-29T05:00:00.000Z')
  expect(end('2026-03-28T20:59:00Z')).toBeUndefined()
  expect(end('2026-10-24T20:00:00Z')).toBe('2026-10-25T06:00:00.000Z')
  expect(end('2026-10-25T05:59:00Z')).toBe('2026-10-25T06:00:00.000Z')
})
