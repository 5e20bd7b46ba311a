import type { CaseSource, Measure, Violation } from '#contract/moderation/cases.ts'
import { dayOf } from '#contract/time.ts'
import type { ContentKind } from './content-kind.ts'

/** The fields of the EU's transparency database (DSA art. 24(5)), by its names. */
export const statementFields = [
  'puid',
  'decision_visibility',
  'decision_visibility_other',
  'decision_account',
  'end_date_account_restriction',
  'decision_ground',
  'illegal_content_legal_ground',
  'illegal_content_explanation',
  'incompatible_content_ground',
  'incompatible_content_explanation',
  'category',
  'content_type',
  'content_type_other',
  'content_date',
  'application_date',
  'decision_facts',
  'source_type',
  'automated_detection',
  'automated_decision',
  'account_type',
  'territorial_scope',
] as const

/** A statement as the database takes it: fields that do not apply are left out, some are lists. */
export type StatementFields = Partial<Record<(typeof statementFields)[number], string | string[]>>

export interface ExportedDecision {
  /** Of the case, which names no person. */
  reference: string
  measure: Measure
  violation: Violation
  /** Null: the behaviour as a whole. */
  contentKind: ContentKind | null
  /** `2026-12-24`; null where it is unknown. */
  contentDay: string | null
  /** The law that the content breaks; null: the terms only. */
  legalGround: string | null
  source: CaseSource
  openedAt: Date
  decidedAt: Date
  until: Date | null
}

const categories: Record<Violation, string> = {
  scam: 'SCAMS_AND_FRAUD',
  fake_profile: 'SCAMS_AND_FRAUD',
  harassment: 'CYBER_VIOLENCE',
  hate: 'ILLEGAL_OR_HARMFUL_SPEECH',
  threat: 'VIOLENCE',
  sexual_content: 'OTHER_VIOLATION_TC',
  intimate_images: 'CYBER_VIOLENCE',
  under_age: 'PROTECTION_OF_MINORS',
  sex_for_money: 'OTHER_VIOLATION_TC',
  spam: 'OTHER_VIOLATION_TC',
  contact_data: 'OTHER_VIOLATION_TC',
  self_harm: 'SELF_HARM',
  ban_evasion: 'OTHER_VIOLATION_TC',
  other: 'OTHER_VIOLATION_TC',
}

/** What the terms forbid, as the explanation of a statement. */
const explanations: Record<Violation, string> = {
  scam: 'The terms forbid fraud and asking members for money.',
  fake_profile: 'The terms forbid profiles with an invented or another person’s identity.',
  harassment: 'The terms forbid harassment and insults.',
  hate: 'The terms forbid hate against people for who they are.',
  threat: 'The terms forbid threats and calls for violence.',
  sexual_content: 'The terms forbid nudity and sexual content where others have not chosen to see it.',
  intimate_images: 'The terms forbid intimate images of a person without their consent.',
  under_age: 'The terms forbid accounts of persons under 18, and sexual content about them.',
  sex_for_money: 'The terms forbid offering or asking for sexual services for money.',
  spam: 'The terms forbid advertising and the same message to many members.',
  contact_data: 'The terms forbid contact details in this place.',
  self_harm: 'The terms forbid content that encourages self-harm.',
  ban_evasion: 'The terms forbid new accounts of persons who were banned.',
  other: 'The terms forbid this behaviour.',
}

const contents: Record<ContentKind, { type: string; name: string }> = {
  photo: { type: 'CONTENT_TYPE_IMAGE', name: 'an image of a profile' },
  message: { type: 'CONTENT_TYPE_TEXT', name: 'a private message' },
  message_photo: { type: 'CONTENT_TYPE_IMAGE', name: 'an image in a private message' },
  message_voice: { type: 'CONTENT_TYPE_AUDIO', name: 'a voice message' },
  profile_text: { type: 'CONTENT_TYPE_TEXT', name: 'the text of a profile' },
}
const behaviour = { type: 'CONTENT_TYPE_OTHER', name: 'the behaviour of a member' }

const sources = {
  notice: 'SOURCE_ARTICLE_16',
  own: 'SOURCE_VOLUNTARY',
  automated: 'SOURCE_VOLUNTARY',
} as const satisfies Record<CaseSource, string>

/** Where decisions apply: the European Economic Area, which the database takes as its countries. */
const eea = 'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IS IT LI LT LU LV MT NL NO PL PT RO SE SI SK'.split(' ')

/** Generates a statement of reasons from a decision. It has no personal data: no names, texts or accounts. */
export function toStatementFields(decision: ExportedDecision): StatementFields {
  const { reference, violation, contentKind, contentDay, source, openedAt, decidedAt } = decision
  const content = contentKind === null ? behaviour : contents[contentKind]
  return {
    puid: reference,
    ...restrictionOf(decision),
    ...groundOf(decision),
    category: `STATEMENT_CATEGORY_${categories[violation]}`,
    content_type: [content.type],
    ...(content === behaviour && { content_type_other: 'Behaviour of an account as a whole' }),
    content_date: contentDay ?? dayOf(openedAt),
    application_date: dayOf(decidedAt),
    decision_facts: `A person examined ${content.name} after ${reasonOf(source)}.`,
    source_type: sources[source],
    automated_detection: source === 'automated' ? 'Yes' : 'No',
    automated_decision: 'AUTOMATED_DECISION_NOT_AUTOMATED',
    account_type: 'ACCOUNT_TYPE_PRIVATE',
    territorial_scope: eea,
  }
}

/** What is restricted: the content, or the account. */
function restrictionOf({ measure, until }: ExportedDecision): StatementFields {
  switch (measure) {
    case 'warn':
      return {
        decision_visibility: ['DECISION_VISIBILITY_OTHER'],
        decision_visibility_other: 'Warning without a restriction',
      }
    case 'remove_content':
      return { decision_visibility: ['DECISION_VISIBILITY_CONTENT_REMOVED'] }
    case 'hide':
      return { decision_visibility: ['DECISION_VISIBILITY_CONTENT_DEMOTED'] }
    case 'suspend':
      return {
        decision_account: 'DECISION_ACCOUNT_SUSPENDED',
        ...(until && { end_date_account_restriction: dayOf(until) }),
      }
    case 'ban':
      return { decision_account: 'DECISION_ACCOUNT_TERMINATED' }
  }
}

function groundOf({ violation, legalGround }: ExportedDecision): StatementFields {
  if (legalGround !== null)
    return {
      decision_ground: 'DECISION_GROUND_ILLEGAL_CONTENT',
      illegal_content_legal_ground: legalGround,
      illegal_content_explanation: `A person found that this law forbids it. ${explanations[violation]}`,
    }
  return {
    decision_ground: 'DECISION_GROUND_INCOMPATIBLE_CONTENT',
    incompatible_content_ground: 'Terms and conditions, rules for members',
    incompatible_content_explanation: explanations[violation],
  }
}

function reasonOf(source: CaseSource) {
  if (source === 'notice') return 'a notice'
  return source === 'automated' ? 'detection by automated means' : 'its own initiative'
}
