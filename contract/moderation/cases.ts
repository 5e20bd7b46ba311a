/** What a case of the queue is about. `own`: what an operator noticed, without anyone’s notice. */
export const caseKinds = ['report', 'photo', 'complaint', 'appeal', 'signal', 'removal', 'own'] as const
export type CaseKind = (typeof caseKinds)[number]

/** Reason of a case of anyone who asks for the removal of an intimate image. */
export const INTIMATE_IMAGE = 'intimate_image'

/** How a case became known: by someone’s notice, by the operator, or by the program. */
export const caseSources = ['notice', 'own', 'automated'] as const
export type CaseSource = (typeof caseSources)[number]

/** What an operator can do about a member, mildest first. */
export const measures = ['warn', 'remove_content', 'hide', 'suspend', 'ban'] as const
export type Measure = (typeof measures)[number]

/** All decisions: nothing, a measure, and what ends a complaint or an appeal. */
export const decisions = ['none', ...measures, 'resolve', 'uphold', 'reverse'] as const
export type Decision = (typeof decisions)[number]

/** Which rule a measure is based on. The texts for the member are in the catalogues. */
export const violations = [
  'scam',
  'fake_profile',
  'harassment',
  'hate',
  'threat',
  'sexual_content',
  'intimate_images',
  'under_age',
  'sex_for_money',
  'spam',
  'contact_data',
  'self_harm',
  'ban_evasion',
  'other',
] as const
export type Violation = (typeof violations)[number]

/** What can happen to a case. */
export const caseEvents = [
  'opened',
  'joined',
  'claimed',
  'skipped',
  'decided',
  'appealed',
  'reversed',
  'evidence_erased',
  'named',
] as const
export type CaseEvent = (typeof caseEvents)[number]

/** What the program notices and raises for a person to decide about. */
export const signals = [
  'money_phrase',
  'contact_data',
  'same_opener',
  'many_reports',
  'ban_evasion',
  'removed_image',
] as const
export type Signal = (typeof signals)[number]

/** By what an account resembles one that was banned. */
export const traits = ['email', 'phone', 'device', 'bank_account', 'photo'] as const
export type Trait = (typeof traits)[number]

/** Who is informed the outcome of a case. */
export const partyRoles = ['subject', 'notifier', 'complainant', 'requester'] as const
export type PartyRole = (typeof partyRoles)[number]

/** Outcome of an appeal, as the one who appealed reads it. */
export const appealStates = ['none', 'possible', 'open', 'upheld', 'changed', 'ended'] as const
export type AppealState = (typeof appealStates)[number]
