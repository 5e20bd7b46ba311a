import type { Prompt } from '#contract/profiles/prompts.ts'
import type { ProfileCard } from '#contract/profiles/schemas.ts'
import type { Interest } from '#contract/settings/schemas.ts'

/**
 * Suggestions for a first message that need no context, with the prompts whose answer says the same. Their
 * texts are `chat-conversation.icebreakers.plain.<name>`.
 */
const plain = {
  weekend: ['perfect_sunday'],
  place: ['next_trip'],
  smile: ['makes_me_laugh'],
  evening: ['first_date'],
  song: ['song_on_repeat'],
  meal: ['cook_for_you'],
} as const satisfies Record<string, readonly Prompt[]>
const plainNames = Object.keys(plain) as (keyof typeof plain)[]

export type Icebreaker =
  /** `variant`: which of the texts, so that two are not alike. */
  | { kind: 'answer'; prompt: Prompt; variant: 'first' | 'second' }
  | { kind: 'interest'; interest: Interest; variant: 'first' | 'second' }
  | { kind: 'match' }
  | { kind: 'city'; city: string }
  | { kind: 'plain'; name: keyof typeof plain }

/** Suggestions that an empty conversation shows. */
const SHOWN = 3

interface IcebreakerInput {
  partner: { id: string; isMatch: boolean; city: string | null }
  /** Prompts that the partner has answered. */
  answered: readonly Prompt[]
  /** Interests that both chose. */
  common: readonly Interest[]
  /** The viewer lives there too. */
  isNeighbour: boolean
}

/**
 * Chooses suggestions for a first message: first answers of the partner and what the two have in common. None
 * asks what the profile answers. A partner always gets the same ones, so that they do not change meanwhile.
 */
export function icebreakersFor({ partner, answered, common, isNeighbour }: IcebreakerInput): Icebreaker[] {
  const [firstAnswer, secondAnswer] = answered
  const [firstInterest, secondInterest] = common
  const start = [...partner.id].reduce((sum, character) => sum + character.charCodeAt(0), 0) % plainNames.length
  const rest = [...plainNames.slice(start), ...plainNames.slice(0, start)]
    .filter((name) => !plain[name].some((prompt) => answered.includes(prompt)))
    .map((name): Icebreaker => ({ kind: 'plain', name }))
  const first: (Icebreaker | false | undefined)[] = [
    firstAnswer && { kind: 'answer', prompt: firstAnswer, variant: 'first' },
    firstInterest && { kind: 'interest', interest: firstInterest, variant: 'first' },
    secondAnswer && { kind: 'answer', prompt: secondAnswer, variant: 'second' },
    secondInterest && { kind: 'interest', interest: secondInterest, variant: 'second' },
    partner.isMatch && { kind: 'match' },
    !isNeighbour && partner.city !== null && partner.city !== '' && { kind: 'city', city: partner.city },
  ]
  return [...first.filter((each) => each !== undefined && each !== false), ...rest].slice(0, SHOWN)
}

/** Returns the interests that both members chose, in the partner's order. */
export function commonInterests(partner: readonly Interest[], own: readonly Interest[]) {
  return partner.filter((interest) => own.includes(interest))
}

type Place = Pick<ProfileCard, 'country' | 'region' | 'city'>

/** Whether two members live in the same region or town. Towns are written by hand, and lie in regions. */
export function areNeighbours(one: Place, other: Place) {
  if (one.country !== other.country) return false
  return one.region === other.region || nameOf(one) === nameOf(other)
}

const nameOf = ({ city }: Place) => city?.trim().toLocaleLowerCase()
