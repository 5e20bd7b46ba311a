import { expect, test } from 'vitest'
import { z } from 'zod'
import { caseSources, measures, violations } from '#contract/moderation/cases.ts'
import type { ContentKind } from './content-kind.ts'
import { statementFields, toStatementFields, type ExportedDecision } from './statement-fields.ts'

const kinds: (ContentKind | null)[] = ['photo', 'message', 'message_photo', 'message_voice', 'profile_text', null]

const decision: ExportedDecision = {
  reference: 'bcdfghjkmnpqrs',
  measure: 'remove_content',
  violation: 'threat',
  contentKind: 'message',
  contentDay: '2026-11-20',
  legalGround: null,
  source: 'notice',
  openedAt: new Date('2026-11-21T23:30:00Z'),
  decidedAt: new Date('2026-11-22T23:30:00Z'),
  until: null,
}

const text = (max: number) => z.string().min(1).max(max)
const categories = [
  'ANIMAL_WELFARE',
  'CONSUMER_INFORMATION',
  'CYBER_VIOLENCE',
  'CYBER_VIOLENCE_AGAINST_WOMEN',
  'DATA_PROTECTION_AND_PRIVACY_VIOLATIONS',
  'ILLEGAL_OR_HARMFUL_SPEECH',
  'INTELLECTUAL_PROPERTY_INFRINGEMENTS',
  'NEGATIVE_EFFECTS_ON_CIVIC_DISCOURSE_OR_ELECTIONS',
  'NOT_SPECIFIED_NOTICE',
  'OTHER_VIOLATION_TC',
  'PROTECTION_OF_MINORS',
  'RISK_FOR_PUBLIC_SECURITY',
  'SCAMS_AND_FRAUD',
  'SELF_HARM',
  'UNSAFE_AND_PROHIBITED_PRODUCTS',
  'VIOLENCE',
].map((name) => `STATEMENT_CATEGORY_${name}`)
/** Iceland, Liechtenstein, Norway, and the European Union. */
const countries = 'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IS IT LI LT LU LV MT NL NO PL PT RO SE SI SK'.split(' ')

/** What the API of the database accepts, as its documentation says: transparency.dsa.ec.europa.eu. */
const Accepted = z
  .strictObject({
    puid: text(500).regex(/^[\w-]+$/),
    decision_visibility: z
      .array(
        z.enum(
          ['REMOVED', 'DEMOTED'].map((end) => `DECISION_VISIBILITY_CONTENT_${end}`).concat('DECISION_VISIBILITY_OTHER'),
        ),
      )
      .min(1)
      .optional(),
    decision_visibility_other: text(500).optional(),
    decision_account: z.enum(['DECISION_ACCOUNT_SUSPENDED', 'DECISION_ACCOUNT_TERMINATED']).optional(),
    end_date_account_restriction: z.iso.date().optional(),
    decision_ground: z.enum(['DECISION_GROUND_ILLEGAL_CONTENT', 'DECISION_GROUND_INCOMPATIBLE_CONTENT']),
    illegal_content_legal_ground: text(500).optional(),
    illegal_content_explanation: text(2000).optional(),
    incompatible_content_ground: text(500).optional(),
    incompatible_content_explanation: text(2000).optional(),
    category: z.enum(categories),
    content_type: z.array(z.enum(['AUDIO', 'IMAGE', 'TEXT', 'OTHER'].map((end) => `CONTENT_TYPE_${end}`))).min(1),
    content_type_other: text(500).optional(),
    content_date: z.iso.date(),
    application_date: z.iso.date(),
    decision_facts: text(5000),
    source_type: z.enum(['SOURCE_ARTICLE_16', 'SOURCE_VOLUNTARY']),
    automated_detection: z.enum(['Yes', 'No']),
    automated_decision: z.literal('AUTOMATED_DECISION_NOT_AUTOMATED'),
    account_type: z.literal('ACCOUNT_TYPE_PRIVATE'),
    territorial_scope: z.array(z.enum(countries)).min(1),
  })
  .refine((sent) => (sent.decision_visibility ?? sent.decision_account) !== undefined)
  .refine((sent) => isOther(sent.decision_visibility) === (sent.decision_visibility_other !== undefined))
  .refine((sent) => isOther(sent.content_type) === (sent.content_type_other !== undefined))
  .refine((sent) => (sent.end_date_account_restriction ?? '9999-12-31') >= sent.application_date)
  .refine((sent) => {
    const legal = [sent.illegal_content_legal_ground, sent.illegal_content_explanation]
    const contractual = [sent.incompatible_content_ground, sent.incompatible_content_explanation]
    const isLegal = sent.decision_ground === 'DECISION_GROUND_ILLEGAL_CONTENT'
    const [required, excluded] = isLegal ? [legal, contractual] : [contractual, legal]
    return required.every((field) => field !== undefined) && excluded.every((field) => field === undefined)
  })

function isOther(values: string[] | undefined) {
  return values?.some((value) => value.endsWith('_OTHER')) ?? false
}

test('every measure for every reason about every content is a statement that the database accepts', () => {
  const until = new Date('2026-12-22T23:30:00Z')
  for (const measure of measures)
    for (const violation of violations)
      for (const contentKind of kinds)
        for (const source of caseSources)
          for (const legalGround of [null, 'Article 222-17 of the Penal Code']) {
            const some = { ...decision, measure, violation, contentKind, source, legalGround }
            const statement = toStatementFields({ ...some, until: measure === 'suspend' ? until : null })
            expect(Accepted.safeParse(statement).error?.issues).toBeUndefined()
            expect(statementFields).toEqual(expect.arrayContaining(Object.keys(statement)))
          }
})

test.each([
  ['photo', 'IMAGE'],
  ['message', 'TEXT'],
  ['message_photo', 'IMAGE'],
  ['message_voice', 'AUDIO'],
  ['profile_text', 'TEXT'],
  [null, 'OTHER'],
] as const)('content of the kind %s is of the type %s', (contentKind, type) => {
  expect(toStatementFields({ ...decision, contentKind }).content_type).toEqual([`CONTENT_TYPE_${type}`])
})

test('content is of the day when it was sent, and if that is unknown, of the day when it was reported', () => {
  expect(toStatementFields(decision)).toMatchObject({ content_date: '2026-11-20', application_date: '2026-11-22' })
  expect(toStatementFields({ ...decision, contentDay: null }).content_date).toBe('2026-11-21')
})

test('only a law that the operator named makes content illegal', () => {
  expect(toStatementFields(decision)).toMatchObject({ decision_ground: 'DECISION_GROUND_INCOMPATIBLE_CONTENT' })
  expect(toStatementFields({ ...decision, legalGround: 'Article 222-17 of the Penal Code' })).toMatchObject({
    decision_ground: 'DECISION_GROUND_ILLEGAL_CONTENT',
    illegal_content_legal_ground: 'Article 222-17 of the Penal Code',
    category: 'STATEMENT_CATEGORY_VIOLENCE',
  })
})
