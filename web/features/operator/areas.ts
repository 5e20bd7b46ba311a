import type { Permission } from '#contract/operator/permissions.ts'

/** An entry of the console's navigation. Its text is `areas` in `locales/<lang>/operator.json`. */
export interface Area {
  name:
    | 'overview'
    | 'cases'
    | 'photos'
    | 'verifications'
    | 'members'
    | 'money'
    | 'sites'
    | 'codes'
    | 'operators'
    | 'audit'
  path: '/operator' | `/operator/${string}`
  /** Who sees the entry. */
  permission: Permission
}

/** The areas of the console in the order of the navigation. The first that a role may see is its start. */
export const areas: readonly Area[] = [
  { name: 'overview', path: '/operator', permission: 'numbers.see' },
  { name: 'cases', path: '/operator/cases', permission: 'cases.see' },
  { name: 'photos', path: '/operator/photos', permission: 'photos.review' },
  { name: 'verifications', path: '/operator/verifications', permission: 'verifications.decide' },
  { name: 'members', path: '/operator/members', permission: 'members.see' },
  { name: 'money', path: '/operator/money', permission: 'money.see' },
  { name: 'sites', path: '/operator/sites', permission: 'site.see' },
  { name: 'codes', path: '/operator/codes', permission: 'codes.see' },
  { name: 'operators', path: '/operator/operators', permission: 'operators.see' },
  { name: 'audit', path: '/operator/audit', permission: 'audit.see' },
]
