import { expect, test } from 'vitest'
import { getMessages, setReaction } from './chat/schemas.ts'
import { UrlInteger } from './numbers.ts'
import { searchMembers } from './search/schemas.ts'

test.each(['0', '1', '20', '2147483647', 7])('%j in an address is a whole number', (given) => {
  expect(UrlInteger.parse(given)).toBe(Number(given))
})

test.each(['0x10', '1e2', '1.0', '+1', '-1', ' 1', '1 ', '', '007', '١', '1'.repeat(11), 1.5, null, true, [1]])(
  '%j in an address is none',
  (given) => {
    expect(UrlInteger.safeParse(given).success).toBe(false)
  },
)

test.each(['0x14', '2e1', ' 20', '020'])('calls take no number written as %j', (given) => {
  const conversationId = 'a'.repeat(14)
  expect(getMessages.query.safeParse({ after: given }).success).toBe(false)
  expect(getMessages.query.safeParse({ before: given }).success).toBe(false)
  expect(setReaction.params.safeParse({ conversationId, seq: given }).success).toBe(false)
  for (const name of ['page', 'minAge', 'maxAge', 'near'])
    expect(searchMembers.query.safeParse({ [name]: given }).success).toBe(false)
})
