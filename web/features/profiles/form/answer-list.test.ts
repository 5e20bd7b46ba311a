import { expect, test } from 'vitest'
import { prompts } from '#contract/profiles/prompts.ts'
import type { ProfileAnswer } from '#contract/profiles/schemas.ts'
import { moveAnswer, promptsLeft } from './answer-list.ts'

const answers = (['learning', 'first_date', 'green_flag'] as const).map((prompt): ProfileAnswer => ({
  prompt,
  text: prompt,
}))
const order = (list: readonly ProfileAnswer[]) => list.map(({ prompt }) => prompt)

test('a prompt is offered until it has an answer', () => {
  expect(promptsLeft([])).toEqual([...prompts])
  expect(promptsLeft(answers)).toHaveLength(prompts.length - 3)
  expect(promptsLeft(answers)).not.toContain('first_date')
})

test('an answer moves by one place, and stays within the list', () => {
  expect(order(moveAnswer(answers, { index: 2, step: -1 }))).toEqual(['learning', 'green_flag', 'first_date'])
  expect(order(moveAnswer(answers, { index: 0, step: 1 }))).toEqual(['first_date', 'learning', 'green_flag'])
  expect(order(moveAnswer(answers, { index: 0, step: -1 }))).toEqual(order(answers))
  expect(order(moveAnswer(answers, { index: 2, step: 1 }))).toEqual(order(answers))
})
