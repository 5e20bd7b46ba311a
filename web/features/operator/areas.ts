import type { Permission } from '#contract/operator/permissions.ts'

/** An entry of the console's navigation. Its text is `areas` in `locales/<lang>/operator.json`. */
export interface Area {
  name: 'sites' | 'codes' | 'operators' | 'audit'
  path: `/operator/${string}`
  /** Who sees the entry. */
  permission: Permission
}

/** The areas of the console in the order of the navigation. The first that a role may see is its start. */
export const areas: readonly Area[] = [
  { name: 'sites', path: '/operator/sites', permission: 'site.see' },
  { name: 'codes', path: '/operator/codes', permission: 'codes.see' },
  { name: 'operators', path: '/operator/operators', permission: 'operators.see' },
  { name: 'audit', path: '/operator/audit', permission: 'audit.see' },
]
