import { expect, test } from 'vitest'
import type { RealtimeEvent } from '#contract/realtime.ts'
import { connectionLost, initialState, parseServerMessage, receive, reconnectWaitMs } from './realtime-state.ts'

const event: RealtimeEvent = { type: 'likes.changed' }
const connected = { epoch: 'e1', seq: 4, failedAttempts: 0, reconnectAfterMs: null }

test('the first hello sets epoch and number and fetches what may have changed since the page was loaded', () => {
  expect(receive(initialState, { type: 'hello', epoch: 'e1', seq: 7 })).toEqual({
    state: { epoch: 'e1', seq: 7, failedAttempts: 0, reconnectAfterMs: null },
    needsReset: true,
    event: null,
  })
})

test('a hello after a lost connection ends the count of failures and fetches nothing', () => {
  const { state, needsReset } = receive(connectionLost(connected), { type: 'hello', epoch: 'e1', seq: 4 })
  expect(state).toEqual(connected)
  expect(needsReset).toBe(false)
})

test('a reset goes on from the epoch and number of the server', () => {
  expect(receive(connected, { type: 'reset', epoch: 'e2', seq: 0 })).toEqual({
    state: { epoch: 'e2', seq: 0, failedAttempts: 0, reconnectAfterMs: null },
    needsReset: true,
    event: null,
  })
})

test('the next event is dispatched and counted', () => {
  expect(receive(connected, { type: 'event', seq: 5, event })).toEqual({
    state: { ...connected, seq: 5 },
    needsReset: false,
    event,
  })
})

test.each([4, 3])('an event that was received before (number %i after 4) is ignored', (seq) => {
  expect(receive(connected, { type: 'event', seq, event })).toEqual({
    state: connected,
    needsReset: false,
    event: null,
  })
})

test('a gap in the numbers fetches everything again and still dispatches the event', () => {
  expect(receive(connected, { type: 'event', seq: 6, event })).toEqual({
    state: { ...connected, seq: 6 },
    needsReset: true,
    event,
  })
})

test('an event without a number is dispatched and not counted', () => {
  expect(receive(connected, { type: 'event', seq: null, event })).toEqual({
    state: connected,
    needsReset: false,
    event,
  })
})

test('a pong changes nothing', () => {
  expect(receive(connected, { type: 'pong' })).toEqual({ state: connected, needsReset: false, event: null })
})

test('waits between attempts double up to a maximum', () => {
  const waits = [0, 1, 2, 3, 4, 5, 6, 7, 100].map((failures) =>
    reconnectWaitMs({ failedAttempts: failures, reconnectAfterMs: null }, 0.999_999),
  )
  expect(waits.map(Math.round)).toEqual([500, 1000, 2000, 4000, 8000, 16_000, 30_000, 30_000, 30_000])
})

test('a wait is spread over its upper half', () => {
  const lost = { failedAttempts: 2, reconnectAfterMs: null }
  expect(reconnectWaitMs(lost, 0)).toBe(1000)
  expect(reconnectWaitMs(lost, 0.5)).toBe(1500)
})

test('the wait that a stopping server asks for replaces the first wait only', () => {
  const { state, needsReset, event: none } = receive(connected, { type: 'restart', reconnectAfterMs: 3210 })
  expect({ state, needsReset, none }).toEqual({
    state: { ...connected, reconnectAfterMs: 3210 },
    needsReset: false,
    none: null,
  })
  expect(reconnectWaitMs(state, 0.5)).toBe(3210)
  expect(reconnectWaitMs(connectionLost(state), 0.5)).toBe(750)
})

test('the wait that a server asks for is forgotten when the connection is back', () => {
  const state = { ...connected, reconnectAfterMs: 3210 }
  expect(receive(state, { type: 'hello', epoch: 'e1', seq: 4 }).state).toEqual(connected)
})

test('no server makes a client wait longer than the maximum', () => {
  expect(reconnectWaitMs({ failedAttempts: 0, reconnectAfterMs: 1e9 }, 0)).toBe(30_000)
})

test.each([
  { type: 'hello', epoch: 'e1', seq: 0 },
  { type: 'reset', epoch: 'e1', seq: 3 },
  { type: 'event', seq: 1, event },
  { type: 'event', seq: null, event },
  { type: 'pong' },
  { type: 'restart', reconnectAfterMs: 0 },
])('a message of the server is read: %j', (message) => {
  expect(parseServerMessage(JSON.stringify(message))).toEqual(message)
})

test.each([
  '',
  'no JSON',
  'null',
  '5',
  '[]',
  '{"type":"unknown"}',
  '{"type":"hello","epoch":null,"seq":0}',
  '{"type":"hello","epoch":"e1"}',
  '{"type":"reset","epoch":"e1","seq":-1}',
  '{"type":"restart"}',
  '{"type":"restart","reconnectAfterMs":-1}',
  '{"type":"restart","reconnectAfterMs":"5"}',
  '{"type":"event","seq":1}',
  '{"type":"event","seq":1,"event":null}',
  '{"type":"event","seq":"1","event":{"type":"like"}}',
  '{"type":"event","seq":1.5,"event":{"type":"like"}}',
])('anything else is ignored: %s', (data) => {
  expect(parseServerMessage(data)).toBeNull()
})
