import { TIME_BONUS_PERCENT } from '#contract/limits.ts'
import { hasTimeBonus, TIME_BONUS_CODE, timeBonusEnd } from '#contract/payments/time-bonus.ts'
import { HOUR, MINUTE, SECOND } from '#contract/time.ts'

/** A new member's discount code as the browser builds it; the server alone decides the price (CRED-6). */
export interface TimeBonus {
  code: string
  country: string | null
  user_id: string | null
  expires: string | null
  value_percentage: number
  currency: string | null
  minimum_order_value: number | null
  status: 'active'
  validity: 'once-per-user'
  expired: boolean
  paymentmethods: string[] | null
}

/** The time that is left, in two digits each. */
export interface Countdown {
  hours: string
  minutes: string
  seconds: string
  isVisible: boolean
}

interface Input {
  /** The logged-in member, or null. */
  user: { signup_date: string; paid_user: boolean } | null
  /** In milliseconds, by the server's clock. */
  now: number
}

/** Returns the time bonus of a member, or null: for visitors, premium members and after its end. */
export function timeBonusOf({ user, now }: Input): TimeBonus | null {
  if (!user) return null
  const signedUpAt = new Date(user.signup_date)
  if (!hasTimeBonus({ signedUpAt, isPremium: user.paid_user, now: new Date(now) })) return null
  return {
    code: TIME_BONUS_CODE,
    country: null,
    user_id: null,
    expires: null,
    value_percentage: TIME_BONUS_PERCENT,
    currency: null,
    minimum_order_value: null,
    status: 'active',
    validity: 'once-per-user',
    expired: false,
    paymentmethods: null,
  }
}

/** Returns the time that is left of the bonus, and whether there is one to show. */
export function countdownOf({ user, now }: Input): Countdown {
  const isVisible = timeBonusOf({ user, now }) !== null
  const leftMs = user && isVisible ? timeBonusEnd(new Date(user.signup_date)).getTime() - now : 0
  // The last second is still one: '00:00:00' is the end.
  const left = Math.ceil(leftMs / SECOND) * SECOND
  return {
    hours: twoDigits(left / HOUR),
    minutes: twoDigits((left % HOUR) / MINUTE),
    seconds: twoDigits((left % MINUTE) / SECOND),
    isVisible,
  }
}

function twoDigits(value: number) {
  return String(Math.floor(value)).padStart(2, '0')
}

/** Whether a page belongs to the members area, in which the dialog of the bonus can open. */
export function isInMembersArea(pathname: string) {
  return /^\/(?:members|members\/[^/]+|members\/[^/]+\/chat|chats|chats\/[^/]+|likes|likes\/[^/]+|likes\/m\/[^/]+|premium)\/?$/.test(
    pathname,
  )
}

/** Whether the dialog opens once its time has come. */
export function opensBonusDialog(input: { credits: number; isDismissed: boolean; isVisible: boolean }) {
  return input.credits === 0 && !input.isDismissed && input.isVisible
}
