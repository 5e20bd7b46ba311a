import { partitionKeys } from '#server/platform/postgres/partitions/partition-keys.ts'

/** Tables whose rows do not grow with the members: a lock on them is short, whatever is done under it. */
export const smallTables: ReadonlySet<string> = new Set([
  'checks',
  'companies',
  'content_versions',
  'demo_steps',
  'discount_codes',
  'function_files',
  'lander_contents',
  'lander_images',
  'message_prices',
  'migrations',
  'moderation_evasion_runs',
  'node_leases',
  'notice_texts',
  'operator_daily',
  'operator_daily_cases',
  'operator_daily_money',
  'operator_daily_vat',
  'operator_invitations',
  'operator_login_steps',
  'operator_money_days',
  'operator_passkey_challenges',
  'operator_passkeys',
  'operator_sessions',
  'operator_weekly_cohorts',
  'operators',
  'page_texts',
  'receipt_series',
  'sites',
])

/** Every other table has rows of members or of what they do, and counts as large. */
export function isLarge(table: string) {
  return !smallTables.has(table)
}

/** Sites with many rows partition these by a column (docs/operations.md). Undefined for other tables. */
export function partitionKeyOf(table: string): string | undefined {
  return new Map<string, string>(Object.entries(partitionKeys)).get(table)
}

/** Migrations that are not held to the check, with the reason. */
export const accepted: { through?: string; name?: string; reason: string }[] = [
  {
    through: '0132',
    reason: 'Written before the first release: no site has a database that is older, so they run on empty tables only.',
  },
]

export function isAccepted(migration: string) {
  return accepted.some(({ through, name }) =>
    through === undefined ? name === migration : migration.slice(0, 4) <= through,
  )
}
