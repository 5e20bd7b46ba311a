/**
 * What the audit log records, by area. The texts are `acts` in `locales/<lang>/operator-acts.json`. A new act
 * is a line here and there.
 */
export const auditActs = [
  // Access and operators
  'logged_in',
  'login_failed',
  'logged_out',
  'password_confirmed',
  'owner_created',
  'operator_invited',
  'invitation_renewed',
  'invitation_accepted',
  'role_changed',
  'operator_disabled',
  'operator_enabled',
  'second_factor_reset',
  'second_factor_set',
  // Audit log
  'audit_exported',
  // Cases
  'case_seen',
  'case_claimed',
  'case_skipped',
  'case_decided',
  'case_noted',
  'statements_exported',
  // Photo review
  'photos_seen',
  'photo_approved',
  'photo_rejected',
] as const
export type AuditAct = (typeof auditActs)[number]

/** Kinds of things that an act can be about. */
export const auditSubjects = ['operator', 'member', 'order', 'code', 'case', 'photo', 'setting', 'site'] as const
export type AuditSubject = (typeof auditSubjects)[number]
