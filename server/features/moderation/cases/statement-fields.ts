import type { CaseSource, Measure, Violation } from '#contract/moderation/cases.ts'
import type { CaseContent } from '#server/features/moderation/rules.ts'

/** The fields of the EU's transparency database (DSA art. 24(5)), by its names; absent ones are empty. */
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
  'incompatible_content_illegal',
  'category',
  'content_type',
  'content_date',
  'application_date',
  'decision_facts',
  'source_type',
  'automated_detection',
  'automated_decision',
  'account_type',
  'territorial_scope',
] as const

export interface ExportedDecision {
  /** Of the case, which names no person. */
  reference: string
  measure: Measure
  violation: Violation
  content: CaseContent['type'] | null
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

const contents = { photo: 'image', message: 'private message', profile_text: 'profile' } as const
const sources = {
  notice: 'SOURCE_ARTICLE_16',
  own: 'SOURCE_VOLUNTARY',
  automated: 'SOURCE_VOLUNTARY',
} as const satisfies Record<CaseSource, string>

/** Generates a statement of reasons from a decision. It has no personal data: no names, texts or accounts. */
export function toStatementFields(decision: ExportedDecision): Record<(typeof statementFields)[number], string> {
  const { reference, measure, violation, content, source, openedAt, decidedAt, until } = decision
  const thing = content === null ? 'behaviour of a member' : contents[content]
  return {
    puid: reference,
    decision_visibility: visibilityOf(measure),
    decision_visibility_other: measure === 'warn' ? 'Warning without a restriction' : '',
    decision_account: accountOf(measure),
    end_date_account_restriction: until ? dateOf(until) : '',
    decision_ground: 'DECISION_GROUND_INCOMPATIBLE_CONTENT',
    illegal_content_legal_ground: '',
    illegal_content_explanation: '',
    incompatible_content_ground: 'Terms and conditions, rules for members',
    incompatible_content_explanation: explanations[violation],
    incompatible_content_illegal: 'No',
    category: `STATEMENT_CATEGORY_${categories[violation]}`,
    content_type: content === 'photo' ? 'CONTENT_TYPE_IMAGE' : 'CONTENT_TYPE_TEXT',
    content_date: dateOf(openedAt),
    application_date: dateOf(decidedAt),
    decision_facts: `A person examined ${thing === 'behaviour of a member' ? 'the' : 'a'} ${thing} after ${reasonOf(source)}.`,
    source_type: sources[source],
    automated_detection: source === 'automated' ? 'Yes' : 'No',
    automated_decision: 'AUTOMATED_DECISION_NOT_AUTOMATED',
    account_type: 'ACCOUNT_TYPE_PRIVATE',
    territorial_scope: 'EEA',
  }
}

function visibilityOf(measure: Measure) {
  if (measure === 'remove_content') return 'DECISION_VISIBILITY_CONTENT_REMOVED'
  if (measure === 'hide') return 'DECISION_VISIBILITY_CONTENT_DEMOTED'
  return measure === 'warn' ? 'DECISION_VISIBILITY_OTHER' : ''
}

function accountOf(measure: Measure) {
  if (measure === 'suspend') return 'DECISION_ACCOUNT_SUSPENDED'
  return measure === 'ban' ? 'DECISION_ACCOUNT_TERMINATED' : ''
}

function reasonOf(source: CaseSource) {
  if (source === 'notice') return 'a notice'
  return source === 'automated' ? 'detection by automated means' : 'its own initiative'
}

function dateOf(time: Date) {
  return time.toISOString().slice(0, 10)
}
