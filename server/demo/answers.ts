import type { Language } from '#contract/languages.ts'
import { PROFILE_ANSWERS } from '#contract/limits.ts'
import { profileChoices } from '#contract/profiles/profile-fields.ts'
import type { Prompt } from '#contract/profiles/prompts.ts'
import type { ProfileEdit } from '#contract/profiles/schemas.ts'
import type { Interest } from '#contract/settings/schemas.ts'
import type { Rng } from './random.ts'
import { textsIn } from './texts.ts'

/** An intention that fits these interests, where they say one. */
const intentionOf: Partial<Record<Interest, NonNullable<ProfileEdit['intention']>>> = {
  relationship: 'long_term',
  candlelight_dinners: 'long_term_open',
  friendship: 'friends',
  flirting: 'casual',
}

/** Returns what a demo member answers and hopes for. Some say little, as on any site. */
export function answersOf(
  rng: Rng,
  { language, interests }: { language: Language; interests: readonly Interest[] },
): Pick<ProfileEdit, 'answers' | 'intention'> {
  const texts = Object.entries(textsIn(language).answers)
  const count = rng.isTrue(0.12) ? 0 : rng.pick([1, 2, 2, PROFILE_ANSWERS, PROFILE_ANSWERS])
  const answers: ProfileEdit['answers'] = []
  while (answers.length < count) {
    const [prompt, answer] = texts[Math.floor(rng.next() * texts.length)] ?? []
    // `Object.entries` loses the type of the keys.
    if (answer && answers.every((each) => each.prompt !== prompt))
      answers.push({ prompt: prompt as Prompt, text: rng.pick(answer) })
  }
  const fitting = interests.map((interest) => intentionOf[interest]).find((each) => each !== undefined)
  return { answers, intention: rng.isTrue(0.85) ? (fitting ?? rng.pick(profileChoices.intention)) : null }
}
