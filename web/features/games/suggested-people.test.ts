import { expect, test } from 'vitest'
import type { Chat } from '#contract/chat/schemas.ts'
import type { SuggestedMember } from '#contract/games/schemas.ts'
import type { LikedCard } from '#contract/likes/schemas.ts'
import { PEOPLE_SHOWN, suggestedPeople } from './suggested-people.ts'

const members = (...ids: string[]) => ids.map((id) => ({ id }) as LikedCard & SuggestedMember)
const chatWith = (id: string) => ({ profile: { id } }) as Chat

function suggest({ matches = [], today = [], written = [], liked = [] }: Record<string, string[]>) {
  return suggestedPeople({
    matches: members(...matches),
    today: members(...today),
    chats: written.map(chatWith),
    isLiked: ({ id }) => liked.includes(id),
  }).map(({ id }) => id)
}

test('new matches, with which the list of conversations begins, are not suggested', () => {
  expect(suggest({ matches: ['mia'], today: ['ana', 'mia', 'eva'] })).toEqual(['ana', 'eva'])
})

test('who has a conversation or was liked since is not suggested', () => {
  expect(suggest({ today: ['ana', 'eva', 'ida'], written: ['zoe', 'eva'], liked: ['ida'] })).toEqual(['ana'])
})

test('there are at most a few rows', () => {
  const many = Array.from({ length: PEOPLE_SHOWN + 1 }, (_, index) => `m${index}`)
  expect(suggest({ today: many })).toEqual(many.slice(0, PEOPLE_SHOWN))
})
