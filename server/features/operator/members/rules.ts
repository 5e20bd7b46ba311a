import { OPERATOR_CREDITS_PER_DAY } from '#contract/limits.ts'
import type { MemberState } from '#contract/operator/members/member-states.ts'
import type { OperatorRole } from '#contract/operator/permissions.ts'

interface AccountDates {
  confirmedAt: Date | null
  pausedAt: Date | null
  deletedAt: Date | null
  disabledAt: Date | null
}

/** Returns the state of an account as the console shows it. */
export function memberState({ confirmedAt, pausedAt, deletedAt, disabledAt }: AccountDates): MemberState {
  if (disabledAt) return 'disabled'
  if (deletedAt) return 'deleted'
  if (pausedAt) return 'paused'
  return confirmedAt ? 'active' : 'unconfirmed'
}

/**
 * Returns what a text that members are searched for looks like. Ids and references of payments are names too.
 */
export function kindOfSearch(text: string): 'address' | 'phone' | 'name' {
  if (text.includes('@')) return 'address'
  return /^(?:\+|00)[\d\s().-]{6,}$/.test(text) ? 'phone' : 'name'
}

/** Returns what an operator can still give and take within the day, after `used` credits (OPER-12). */
export function creditsLeft(role: OperatorRole, used: number) {
  const limits: Partial<Record<OperatorRole, number>> = OPERATOR_CREDITS_PER_DAY
  return Math.max(0, (limits[role] ?? 0) - used)
}
