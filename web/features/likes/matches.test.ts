import { expect, test } from 'vitest'
import type { ProfileCard } from '#contract/profiles/schemas.ts'
import { announce, closeShown, emptyQueue, showNext, type MatchQueue } from './matches.ts'

// The queue reads nothing else of a profile.
const match = (id: string) => ({ kind: 'match' as const, profile: { id } as ProfileCard })
const NOW = 1_000_000
const MINUTE = 60_000

const shownIn = ({ shown }: MatchQueue) => shown?.profile.id ?? null
const waitingIn = ({ waiting }: MatchQueue) => waiting.map(({ profile }) => profile.id)

test('several matches are shown one after the other', () => {
  let queue = announce(announce(emptyQueue, match('ana'), NOW), match('ben'), NOW)
  expect([shownIn(queue), waitingIn(queue)]).toEqual([null, ['ana', 'ben']])
  queue = showNext(showNext(queue))
  expect([shownIn(queue), waitingIn(queue)]).toEqual(['ana', ['ben']])
  queue = showNext(closeShown(queue))
  expect([shownIn(queue), waitingIn(queue)]).toEqual(['ben', []])
  queue = showNext(closeShown(queue))
  expect(shownIn(queue)).toBeNull()
})

test('the reply to a like and the realtime event are one announcement, also after it was closed', () => {
  let queue = showNext(announce(emptyQueue, match('ana'), NOW))
  queue = announce(queue, match('ana'), NOW + 100)
  expect(waitingIn(queue)).toEqual([])
  queue = announce(closeShown(queue), match('ana'), NOW + 5000)
  expect(waitingIn(queue)).toEqual([])
})

test('another match of the same two is shown again later', () => {
  const queue = closeShown(showNext(announce(emptyQueue, match('ana'), NOW)))
  expect(waitingIn(announce(queue, match('ana'), NOW + 2 * MINUTE))).toEqual(['ana'])
})

test('one that still waits is not announced twice', () => {
  const queue = announce(emptyQueue, match('ana'), NOW)
  expect(waitingIn(announce(queue, match('ana'), NOW + 2 * MINUTE))).toEqual(['ana'])
})
