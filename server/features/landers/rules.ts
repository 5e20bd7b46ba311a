import type { LanderImages, LanderTexts } from '#contract/landers/schemas.ts'
import type { z } from 'zod'

/** Content of a landing page with the visitors that it is for; null for all of them. */
export interface LanderContent {
  siteId: number | null
  niche: number | null
  slug: string | null
  country: string | null
  language: string | null
  texts: z.output<typeof LanderTexts>
  images: z.output<typeof LanderImages>
}

/** From the least to the most telling: a campaign's slug counts more than all others together. */
const order = ['siteId', 'niche', 'language', 'country', 'slug'] as const

/**
 * Puts the content of a page together from all that matches it. Of each text, and of the images as a whole,
 * the more telling one counts. Source: LAND-4.
 */
export function chooseContent(matching: readonly LanderContent[]): Pick<LanderContent, 'texts' | 'images'> {
  const sorted = matching.toSorted((a, b) => weightOf(a) - weightOf(b))
  return {
    texts: Object.assign({}, ...sorted.map(({ texts }) => texts)) as LanderContent['texts'],
    images: sorted.findLast(({ images }) => images.length > 0)?.images ?? [],
  }
}

type Audience = Pick<LanderContent, (typeof order)[number]>

/** Returns whether two are for the same visitors. */
export function isSameAudience(a: Audience, b: Audience) {
  return order.every((field) => a[field] === b[field])
}

function weightOf(content: LanderContent) {
  return order.reduce((weight, field, index) => weight + (content[field] === null ? 0 : 2 ** index), 0)
}
