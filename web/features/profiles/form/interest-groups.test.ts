import { expect, test } from 'vitest'
import { interests } from '#contract/settings/interests.ts'
import { groupInterests, interestGroupNames } from './interest-groups.ts'

test('every interest is in one group, and no group is empty', () => {
  const groups = groupInterests(interests)
  expect(groups.map(({ group }) => group)).toEqual(interestGroupNames)
  expect(groups.flatMap((group) => group.interests).toSorted()).toEqual(interests.toSorted())
})

test('only what the site offers is shown', () => {
  expect(groupInterests(['yoga', 'coffee', 'gym'])).toEqual([
    { group: 'food', interests: ['coffee'] },
    { group: 'active', interests: ['yoga', 'gym'] },
  ])
})
