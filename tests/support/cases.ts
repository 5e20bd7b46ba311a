import { randomUUID } from 'node:crypto'
import type { InputOf } from '#contract/endpoint.ts'
import { appealDecision, getDecision } from '#contract/moderation/decision-calls.ts'
import * as calls from '#contract/operator/moderation/calls.ts'
import { randomAddress } from './audits/site-calls.ts'
import type { BuiltOperator } from './operators.ts'
import type { TestApp } from './site/app.ts'

type Outcome = Partial<InputOf<typeof calls.decideCase>['body']>

interface Defaults {
  /** Who works on cases. */
  by: () => BuiltOperator
  outcome: Outcome
}

/**
 * Short forms of the calls about cases and decisions. The site and the operator are read with each call, as
 * tests build them later.
 */
export function casesOn(siteOf: () => TestApp, { by, outcome }: Defaults) {
  const anyone = () => ({ headers: randomAddress() })

  const claim = (reference: string, operator = by()) =>
    siteOf().call(calls.claimCase, { params: { reference } }, operator)
  const view = async (reference: string, operator = by()) =>
    (await siteOf().call(calls.getCase, { params: { reference }, query: {} }, operator)).reply?.case
  const name = (reference: string, place: string, operator = by()) =>
    siteOf().call(calls.nameCaseImage, { params: { reference }, body: { place } }, operator)

  function decide(reference: string, change: object = {}, operator = by()) {
    const none = { decision: 'none' as const, violation: null, days: null, note: '' }
    const body = { clientId: randomUUID(), version: 1, ...none, ...outcome, ...change }
    return siteOf().call(calls.decideCase, { params: { reference }, body }, operator)
  }

  const read = async (reference: string) =>
    (await siteOf().call(getDecision, { params: { reference } }, anyone())).reply?.decision
  const appeal = (reference: string, text = 'Look again.') =>
    siteOf().call(appealDecision, { params: { reference }, body: { clientId: randomUUID(), text } }, anyone())

  /** Returns the case that a report, complaint or request opened, or that of an appeal by this reference. */
  async function caseOf(party: string, column: 'caseId' | 'appealId' = 'caseId') {
    const row = await siteOf()
      .context.db.selectFrom('moderationParties as p')
      .innerJoin('moderationCases as c', 'c.id', `p.${column}`)
      .select('c.reference')
      .where('p.reference', '=', party)
      .executeTakeFirstOrThrow()
    return row.reference
  }

  /** Returns the statements about a member, oldest first. */
  async function statementsOf({ userId }: { userId: number }) {
    const rows = await siteOf()
      .context.db.selectFrom('moderationParties')
      .select('reference')
      .where('role', '=', 'subject')
      .where('userId', '=', userId)
      .orderBy('createdAt')
      .execute()
    return rows.map(({ reference }) => reference)
  }

  return { claim, view, name, decide, read, appeal, caseOf, statementsOf }
}
