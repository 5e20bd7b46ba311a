import * as limits from '#contract/limits.ts'
import { DAY, SECOND, dayOf } from '#contract/time.ts'

/** Returns an IBAN with its middle hidden, as the member sees it: `NL91 •••• 4300` (DEBIT-2). */
export function maskedIban(iban: string) {
  return `${iban.slice(0, 4)} •••• ${iban.slice(-4)}`
}

/** Returns the earliest day of the collection, which is announced to the member (PAY-12). */
export function collectionDay(signedAt: Date) {
  return dayOf(new Date(signedAt.getTime() + limits.DEBIT_NOTICE_DAYS * DAY))
}

/** Returns whether the debits of a member or bank account stay within the limit (DEBIT-4). */
export function isWithinDebitLimit(sumMinor: number) {
  return sumMinor <= limits.DEBIT_LIMIT_MINOR
}

/** Returns the range of a phone number, whose numbers one attacker could own together. */
export function rangeOf(phone: string) {
  return phone.slice(0, -limits.SMS_RANGE_DIGITS)
}

/** Codes that were sent in the last 24 hours. */
export interface SentCodes {
  toNumber: number
  toRange: number
  byMember: number
  byAll: number
}

/** Returns whether another request is rejected. */
export function isOverCodeLimit({ byMember, byAll }: Pick<SentCodes, 'byMember' | 'byAll'>) {
  return byMember >= limits.SMS_PER_MEMBER || byAll >= limits.SMS_PER_DAY
}

/** Returns whether a number, or its range, has had so many codes, of any members, that it gets no more. */
export function hasEnoughCodes({ toNumber, toRange }: Pick<SentCodes, 'toNumber' | 'toRange'>) {
  return toNumber >= limits.SMS_PER_NUMBER || toRange >= limits.SMS_PER_RANGE
}

/** Returns the seconds until a member can request another code, or 0. */
export function secondsToWait({ latest, now }: { latest: Date | null; now: Date }) {
  if (!latest) return 0
  return Math.max(0, Math.ceil((latest.getTime() + limits.SMS_PAUSE_MS - now.getTime()) / SECOND))
}

/** Whether a provider collects with the site's mandates, rather than on a page of its own. */
export function collects(
  { providers }: { providers: readonly { name: string; debits: object | null }[] },
  provider: string,
) {
  return providers.some(({ name, debits }) => name === provider && debits !== null)
}
