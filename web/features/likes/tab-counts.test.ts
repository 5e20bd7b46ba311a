import { expect, test } from 'vitest'
import { tabCounts } from './tab-counts.ts'

const totals = { received: 3, sent: 2, matches: 1 }
const liker = { id: 'liker', isLiked: false, isMatch: false }
const match = { id: 'match', isLiked: true, isMatch: true }
const liked = { id: 'liked', isLiked: true, isMatch: false }

/** The numbers after the viewer has decided on some members. */
function after(decided: Record<string, boolean>, tab: { members: (typeof liker)[]; likeMe: boolean }) {
  return tabCounts({ totals, ...tab, isLiked: ({ id, isLiked }) => decided[id] ?? isLiked })
}
const received = { members: [liker, match], likeMe: true }
const sent = { members: [match, liked], likeMe: false }

test('without a decision the numbers are those that were loaded', () => {
  expect(after({}, received)).toEqual(totals)
  expect(after({ match: true, liker: false }, received)).toEqual(totals)
})

test('liking back counts one more that was sent, and one more match', () => {
  expect(after({ liker: true }, received)).toEqual({ received: 3, sent: 3, matches: 2 })
})

test('taking a like back counts one less, and one match less where it was one', () => {
  expect(after({ match: false }, received)).toEqual({ received: 3, sent: 1, matches: 0 })
  expect(after({ liked: false }, sent)).toEqual({ received: 3, sent: 1, matches: 1 })
  expect(after({ match: false }, sent)).toEqual({ received: 3, sent: 1, matches: 0 })
})
