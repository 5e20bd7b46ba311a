// Without schemas, so that a page that only names gifts does not load them.

/** The gifts that members can send. The price is the site's `gift_credits` times the factor. */
export const gifts = {
  rose: 1,
  coffee: 1,
  chocolate: 1,
  ice_cream: 1,
  balloons: 2,
  cocktail: 2,
  bouquet: 2,
  teddy_bear: 3,
  cake: 3,
  champagne: 4,
  necklace: 5,
  ring: 8,
} as const

export type Gift = keyof typeof gifts

/** The reactions to a message. A member has one per message. */
export const reactions = ['❤️', '😂', '😮', '😢', '👍', '🔥'] as const
export type Reaction = (typeof reactions)[number]
