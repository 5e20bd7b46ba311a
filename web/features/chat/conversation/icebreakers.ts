import type { Interest } from '#contract/settings/schemas.ts'

/** Suggestions for a first message that need no context; their texts are `chat.icebreakers.plain.<name>`. */
const plain = ['weekend', 'place', 'smile', 'evening', 'song', 'meal'] as const

export type Icebreaker =
  | { kind: 'interest'; interest: Interest }
  | { kind: 'match' }
  | { kind: 'city'; city: string }
  | { kind: 'plain'; name: (typeof plain)[number] }

/** Suggestions that an empty conversation shows. */
const SHOWN = 3

interface IcebreakerInput {
  partner: { id: string; isMatch: boolean; city: string | null }
  /** Interests that both chose. */
  common: readonly Interest[]
  /** The viewer lives in the same city. */
  isNeighbour: boolean
}

/**
 * Chooses suggestions for a first message: what the two have in common first. A partner always gets the same
 * ones, so that they do not change while one thinks.
 */
export function icebreakersFor({ partner, common, isNeighbour }: IcebreakerInput): Icebreaker[] {
  const first = common.slice(0, 2).map((interest): Icebreaker => ({ kind: 'interest', interest }))
  const city: Icebreaker[] = partner.city && !isNeighbour ? [{ kind: 'city', city: partner.city }] : []
  const start = [...partner.id].reduce((sum, character) => sum + character.charCodeAt(0), 0)
  const rest = plain.map((_, index): Icebreaker => ({
    kind: 'plain',
    name: plain[(start + index) % plain.length] ?? plain[0],
  }))
  return [...first, ...(partner.isMatch ? [{ kind: 'match' } as const] : []), ...city, ...rest].slice(0, SHOWN)
}

/** Returns the interests that both members chose, in the partner's order. */
export function commonInterests(partner: readonly Interest[], own: readonly Interest[]) {
  return partner.filter((interest) => own.includes(interest))
}
