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
  'passkey_added',
  'passkey_removed',
  // Audit log
  'audit_exported',
  // Members
  'members_searched',
  'member_seen',
  'ledger_seen',
  'messages_read',
  'member_corrected',
  'member_logged_out',
  // In entries from before 'mail_resent'.
  'confirmation_resent',
  'mail_resent',
  'mail_complaint_lifted',
  'member_paused',
  'member_resumed',
  'member_deleted',
  'member_exported',
  'credits_adjusted',
  // Money
  'orders_listed',
  'order_seen',
  'orders_exported',
  'vat_exported',
  'order_refunded',
  'incident_closed',
  // Cases
  'case_opened',
  'case_seen',
  'case_claimed',
  'case_skipped',
  'case_decided',
  'case_noted',
  'case_image_named',
  'statements_exported',
  'transparency_exported',
  // Photo review
  'photos_seen',
  'photo_approved',
  'photo_rejected',
  // Verification
  'selfies_seen',
  'photos_verified',
  'selfie_rejected',
  // Sites, pages and codes
  'site_created',
  'site_changed',
  'settings_changed',
  'company_created',
  'company_changed',
  'page_text_changed',
  'lander_changed',
  'lander_image_added',
  'version_restored',
  'code_created',
  'code_ended',
  // Fictional profiles
  'fictional_created',
  'fictional_changed',
  'fictional_ended',
  'fictional_photo_added',
  'fictional_photo_chosen',
  'fictional_photo_removed',
] as const
export type AuditAct = (typeof auditActs)[number]

/** Kinds of things that an act can be about. */
export const auditSubjects = [
  'operator',
  'member',
  'order',
  'code',
  'case',
  'photo',
  'setting',
  'site',
  'company',
  'page',
  'lander',
] as const
export type AuditSubject = (typeof auditSubjects)[number]
