import { expect, test } from 'vitest'
import { sharedWith } from './shared-things.tsx'

const own = { intention: 'long_term', country: 'FR', city: 'Rennes', interests: ['music', 'art', 'wine'] } as const
const shared = (member: object) => {
  const other = { intention: null, country: 'FR', city: 'Brest', interests: [] as string[], ...member }
  return sharedWith(other as never, { ...own, interests: [...own.interests] })
}

test('two have the same intention, town and interests in common', () => {
  const member = { intention: 'long_term', city: 'Rennes', interests: ['wine', 'beach', 'music'] }
  expect(shared(member)).toEqual({ intention: 'long_term', city: 'Rennes', interests: ['wine', 'music'] })
})

test('what is open, unknown or elsewhere is not in common', () => {
  expect(shared({})).toEqual({ intention: null, city: null, interests: [] })
  expect(shared({ city: null })).toMatchObject({ city: null })
  expect(shared({ country: 'BE', city: 'Rennes' })).toMatchObject({ city: null })
  const unsure = { intention: 'unsure', country: 'FR', city: '', interests: [] } as const
  expect(sharedWith({ ...unsure, interests: [] }, { ...unsure, interests: [] })).toMatchObject({
    intention: null,
    city: null,
  })
})
