import { expect, test } from 'vitest'
import { createSeenMessages } from './seen-messages.ts'

function seenOn() {
  const reported: number[] = []
  return { reported, seen: createSeenMessages({ onSeen: (seq) => void reported.push(seq) }) }
}

test('a message in the viewport is seen once the reader attends to the page', () => {
  const { seen, reported } = seenOn()
  seen.show(3, true)
  expect(reported).toEqual([])
  seen.attend(true)
  expect(reported).toEqual([3])
})

test('a message that left the viewport before the reader came is not seen', () => {
  const { seen, reported } = seenOn()
  seen.show(3, true)
  seen.show(4, true)
  seen.show(4, false)
  seen.attend(true)
  expect(reported).toEqual([3])
})

test('reading goes forward only, and each number is reported once', () => {
  const { seen, reported } = seenOn()
  seen.attend(true)
  for (const seq of [5, 3, 6]) seen.show(seq, true)
  seen.attend(true)
  expect(reported).toEqual([5, 6])
})

test('nothing is seen while another window has the focus', () => {
  const { seen, reported } = seenOn()
  seen.attend(true)
  seen.attend(false)
  seen.show(7, true)
  expect(reported).toEqual([])
})

test('what could not be stored is reported again with the next occasion', () => {
  const { seen, reported } = seenOn()
  seen.attend(true)
  seen.show(7, true)
  seen.retry(7)
  seen.attend(true)
  expect(reported).toEqual([7, 7])
})
