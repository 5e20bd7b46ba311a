import { getLander } from '#contract/landers/calls.ts'
import type { LanderName } from '#contract/landers/landers.ts'
import type { LanguageCode } from '#contract/languages.ts'
import { apiQuery } from '#web/api/queries.ts'

interface Input {
  lander: LanderName
  slug: string | null
  language: LanguageCode
}

/** What the operator has set for a landing page. */
export const landerQuery = ({ lander, slug, language }: Input) =>
  apiQuery(getLander, { params: { lander }, query: { ...(slug !== null && { slug }), language } })
