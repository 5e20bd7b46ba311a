/** What an operator may do: each has one (OPER-2). */
export const operatorRoles = ['owner', 'manager', 'moderator', 'support', 'marketing'] as const
export type OperatorRole = (typeof operatorRoles)[number]

interface Rule {
  roles: readonly OperatorRole[]
  /** Needs a password entered within `OPERATOR_CONFIRMATION_MS`: money, bans and roles (OPER-5). */
  confirms?: true
}

/** Who works on reports, complaints and photos. */
const safety = ['owner', 'manager', 'moderator'] as const

/**
 * The authorisation table: which roles may make the calls that name a permission. The server checks it before
 * it reads a body; the web app hides what an operator may not do. A new permission is a line here.
 */
export const permissions = {
  /** One's own account: leaving, and confirming the password. */
  'console.use': { roles: operatorRoles },
  /** Adding and removing one's own passkeys. */
  'passkeys.manage': { roles: operatorRoles, confirms: true },
  'operators.see': { roles: ['owner', 'manager'] },
  'operators.manage': { roles: ['owner'], confirms: true },
  'audit.see': { roles: ['owner', 'manager'] },
  'members.see': { roles: ['owner', 'manager', 'moderator', 'support'] },
  'members.act': { roles: ['owner', 'manager', 'support'] },
  'members.delete': { roles: ['owner', 'manager'], confirms: true },
  'messages.read': { roles: ['owner', 'manager', 'moderator', 'support'] },
  'money.see': { roles: ['owner', 'manager', 'support'] },
  'money.books': { roles: ['owner', 'manager'] },
  'money.refund': { roles: ['owner', 'manager'], confirms: true },
  'incidents.close': { roles: ['owner', 'manager'] },
  'health.see': { roles: ['owner', 'manager'] },
  'numbers.see': { roles: ['owner', 'manager', 'marketing'] },
  'credits.adjust': { roles: ['owner', 'manager', 'support'], confirms: true },
  'cases.see': { roles: safety },
  'cases.decide': { roles: safety },
  /** A ban, beside `cases.decide`. */
  'cases.ban': { roles: safety, confirms: true },
  'photos.review': { roles: safety },
  'verifications.decide': { roles: safety },
  'site.see': { roles: ['owner', 'manager', 'marketing'] },
  'site.manage': { roles: ['owner', 'manager'], confirms: true },
  'fictional.see': { roles: ['owner', 'manager'] },
  'fictional.manage': { roles: ['owner', 'manager'], confirms: true },
  'codes.see': { roles: ['owner', 'manager', 'marketing', 'support'] },
  'codes.manage': { roles: ['owner', 'manager', 'marketing'], confirms: true },
} as const satisfies Record<string, Rule>

export type Permission = keyof typeof permissions

/** Returns whether a role may make the calls of a permission. */
export function mayUse(role: OperatorRole, permission: Permission) {
  const { roles }: Rule = permissions[permission]
  return roles.includes(role)
}

/** Returns whether the calls of a permission need a recent confirmation of the password. */
export function needsConfirmation(permission: Permission) {
  const { confirms }: Rule = permissions[permission]
  return confirms === true
}
