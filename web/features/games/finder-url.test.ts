import { expect, test } from 'vitest'
import type { Settings } from '#contract/settings/schemas.ts'
import { finderQueryOf, readAnswers, readStep, stepsOf, writeFinder, type Answers } from './finder-url.ts'

const offered = { interests: ['beach', 'dating', 'kissing'] } as Pick<Settings, 'interests'>
const read = (text: string) => readAnswers(new URLSearchParams(text), offered)

test('the answers in the URL are those that were written there', () => {
  const answers: Answers = {
    gender: 'both',
    minAge: 25,
    maxAge: 40,
    where: 'region',
    relationship: ['single', 'divorced'],
    interests: ['beach', 'kissing'],
  }
  const url = writeFinder(answers, 'results')
  expect(url).toBe(
    '?gender=both&minAge=25&maxAge=40&where=region&relationship=single,divorced&interests=beach,kissing&step=results',
  )
  expect(read(url)).toEqual(answers)
})

test('no interest at all is an answer, no relationship is none', () => {
  expect(writeFinder({ interests: [], relationship: [] }, 'where')).toBe('?interests=&step=where')
  expect(read('?interests=&relationship=')).toEqual({ interests: [] })
  expect(finderQueryOf({ interests: [] })).toEqual({ interests: '' })
})

test('answers that do not exist are left out', () => {
  expect(read('?gender=cat&minAge=3&maxAge=40.5&where=moon&relationship=x&interests=<script>,beach')).toEqual({
    interests: ['beach'],
  })
})

const site: Parameters<typeof stepsOf>[0] = {
  visible_profile_fields: ['interests', 'relationship'],
  search_fields: ['region', 'relationship'],
}

test('a site asks for nothing that it does not show', () => {
  expect(stepsOf(site)).toEqual(['who', 'age', 'where', 'relationship', 'interests', 'results'])
  expect(stepsOf({ visible_profile_fields: [], search_fields: ['relationship'] })).toEqual(['who', 'age', 'results'])
})

test('an unknown step is the first one', () => {
  const steps = stepsOf(site)
  expect(readStep(new URLSearchParams('step=where'), steps)).toBe('where')
  expect(readStep(new URLSearchParams('step=nowhere'), steps)).toBe('who')
})
