import { expect, test } from 'vitest'
import { ONLINE_MS } from '#contract/limits.ts'
import { isDemoAccount } from './accounts.ts'
import { idleTimes, likeness, featuresOf } from './activity.ts'
import { demoPeople } from './members.ts'

const people = demoPeople({ clock: { now: () => new Date('2026-06-01') } }, { members: 2000 }).slice(0, 120)
const idleMs = idleTimes(people)
const women = people
  .filter(({ country, gender }) => country === 'GB' && gender === 'female')
  .toSorted((one, other) => (idleMs.get(one.email) ?? 0) - (idleMs.get(other.email) ?? 0))

function likenessOfNeighbours(members: typeof people) {
  return members.slice(1).reduce((sum, person, index) => {
    const before = members[index]
    return sum + (before ? likeness(featuresOf(before), featuresOf(person)) : 0)
  }, 0)
}

test('portraits beside each other on the first page are less alike than in order of creation', () => {
  const ofCreation = people.filter((person) => women.includes(person))
  expect(likenessOfNeighbours(women.slice(0, 16))).toBeLessThan(likenessOfNeighbours(ofCreation.slice(0, 16)) / 2)
})

test('demo accounts look like no one of their town, their neighbours among the members for today', () => {
  for (const account of people.filter(isDemoAccount)) {
    const others = people.filter(
      ({ email, gender, city }) => email !== account.email && gender === account.gender && city === account.city,
    )
    for (const other of others) expect(likeness(featuresOf(account), featuresOf(other))).toBeLessThan(5)
  }
})

test('everyone has a time, demo accounts are online, and members without a photo come last', () => {
  expect(idleMs.size).toBe(people.length)
  expect(idleMs.get('premium@demo.example')).toBe(0)
  expect([...idleMs.values()].filter((ms) => ms < ONLINE_MS).length).toBeGreaterThan(5)
  const withoutPhoto = women.findIndex(({ photos }) => photos.length === 0)
  expect(withoutPhoto).toBeGreaterThan(16)
  expect(women.slice(withoutPhoto).every(({ photos }) => photos.length === 0)).toBe(true)
})

test('the same members have the same times', () => {
  expect(idleTimes(people)).toEqual(idleMs)
})
