import { expect, test } from 'vitest'
import type { Chat } from '#contract/chat/schemas.ts'
import type { SuggestedMember } from '#contract/games/schemas.ts'
import type { LikedCard } from '#contract/likes/schemas.ts'
import { PEOPLE_SHOWN, suggestedPeople } from './suggested-people.ts'

const members = (...ids: string[]) => ids.map((id) => ({ id }) as LikedCard & SuggestedMember)
const chatWith = (id: string) => ({ profile: { id } }) as Chat

function suggest({ matches = [], today = [], written = [], liked = [] }: Record<string, string[]>) {
  const people = suggestedPeople({
    matches: members(...matches),
    today: members(...today),
    chats: written.map(chatWith),
    isLiked: ({ id }) => liked.includes(id),
  })
  return [people.matches.map(({ id }) => id), people.today.map(({ id }) => id)]
}

test('new matches come before the members for today, and no one comes twice', () => {
  expect(suggest({ matches: ['mia'], today: ['ana', 'mia', 'eva'] })).toEqual([['mia'], ['ana', 'eva']])
})

test('who has a conversation or was liked since is not suggested', () => {
  expect(
    suggest({ matches: ['mia', 'zoe'], today: ['ana', 'eva', 'ida'], written: ['zoe', 'eva'], liked: ['ida'] }),
  ).toEqual([['mia'], ['ana']])
})

test('each kind has at most a few rows', () => {
  const many = Array.from({ length: PEOPLE_SHOWN + 1 }, (_, index) => `m${index}`)
  expect(suggest({ matches: many })[0]).toEqual(many.slice(0, PEOPLE_SHOWN))
  expect(suggest({ today: many })[1]).toEqual(many.slice(0, PEOPLE_SHOWN))
})
