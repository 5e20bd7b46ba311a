import { prompts, type Prompt } from '#contract/profiles/prompts.ts'
import type { ProfileAnswer } from '#contract/profiles/schemas.ts'

/** Returns the prompts without an answer. */
export function promptsLeft(answers: readonly ProfileAnswer[]): Prompt[] {
  return prompts.filter((prompt) => answers.every((answer) => answer.prompt !== prompt))
}

/** Returns the answers with one moved up or down; at the ends they stay as they are. */
export function moveAnswer(answers: readonly ProfileAnswer[], { index, step }: { index: number; step: -1 | 1 }) {
  const moved = answers[index]
  const neighbour = answers[index + step]
  if (!moved || !neighbour) return [...answers]
  return answers.map((answer, place) => (place === index ? neighbour : place === index + step ? moved : answer))
}
