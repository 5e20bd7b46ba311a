import type { CaseSummary } from '#contract/moderation/case-schemas.ts'
import { decisions } from '#contract/moderation/cases.ts'

/** Returns the decisions that each of several cases can have, in their usual order. */
export function commonDecisions(cases: readonly Pick<CaseSummary, 'allowed'>[], { mayBan }: { mayBan: boolean }) {
  return decisions.filter(
    (decision) => (decision !== 'ban' || mayBan) && cases.every(({ allowed }) => allowed.includes(decision)),
  )
}
