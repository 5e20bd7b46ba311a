import type { CountryCode } from '#contract/countries.ts'
import type { ErrorCode } from '#contract/errors.ts'
import { DISCOUNT_HOLD_MS, TIME_BONUS_PERCENT } from '#contract/limits.ts'
import { TIME_BONUS_CODE, timeBonusEnd } from '#contract/payments/time-bonus.ts'
import { gifts, type Gift } from '#contract/chat/gifts.ts'
import type { Settings } from '#contract/settings/schemas.ts'
import type { EntryKind } from '#contract/credits/schemas.ts'

/** Returns whether the `ref` of an entry names an order: see `orderOf`. */
export function isOfOrder(kind: EntryKind) {
  return kind === 'purchase' || kind === 'refund' || kind === 'chargeback' || kind === 'correction'
}

/**
 * Returns the public id of the order of such an entry. A refund by an operator, which can be tried again,
 * adds its own number: `order#number`.
 */
export function orderOf(ref: string) {
  return ref.replace(/#.*$/s, '')
}

/** `kind` and `ref` together identify the cause; one cause has one entry (CRED-2). */
export interface Entry {
  userId: number
  kind: EntryKind
  /** Identifies the cause within its kind, such as an order or a message of a conversation. */
  ref: string
}

const GMAIL = new Set(['gmail.com', 'googlemail.com'])
/** Providers that deliver `name+anything` to `name`. */
const TAGGING = new Set([
  ...GMAIL,
  'fastmail.com',
  'hotmail.com',
  'icloud.com',
  'live.com',
  'me.com',
  'outlook.com',
  'proton.me',
  'protonmail.com',
])

/** Returns the mailbox that an address leads to, as far as its provider is known (CRED-3). */
export function mailboxOf(email: string) {
  const [, local = '', domain = ''] = /^(.*)@(.*)$/s.exec(email.toLowerCase()) ?? []
  const name = TAGGING.has(domain) ? local.replace(/\+.*$/s, '') : local
  return GMAIL.has(domain) ? `${name.replaceAll('.', '')}@gmail.com` : `${name}@${domain}`
}

/** The settings from which the price of a message follows. */
export type PriceSettings = Pick<
  Settings,
  'message_credits' | 'match_message_credits' | 'photo_credits' | 'gift_credits'
>

/** What a message is, as far as its price depends on it. */
export type PricedMessage = { kind: 'text' | 'photo' | 'voice' | 'date' } | { kind: 'gift'; gift: Gift }

/** Returns the price of a message on a site, in credits. Source: CHAT-5, CHAT-15, CRED-8. */
export function messagePrice(settings: PriceSettings, message: PricedMessage, { isMatch }: { isMatch: boolean }) {
  switch (message.kind) {
    case 'photo':
    case 'voice':
      return settings.photo_credits
    case 'gift':
      return settings.gift_credits * gifts[message.gift]
    case 'text':
    case 'date':
      return isMatch ? (settings.match_message_credits ?? settings.message_credits) : settings.message_credits
  }
}

/** @throws RangeError if the amount of a grant or a spend is not a positive whole number */
export function assertWholeCredits(amount: number) {
  if (!Number.isSafeInteger(amount) || amount <= 0) throw new RangeError(`not a number of credits: ${amount}`)
}

/** An entry of the ledger, as far as it decides which credits are spent. */
export interface LedgerLine {
  kind: EntryKind
  ref: string
  amount: number
}

/** Credits that came in by one entry, and how many of them are left. */
export interface Lot {
  kind: EntryKind
  ref: string
  credits: number
  left: number
}

/**
 * Returns what is left of each entry that added credits, oldest first. Credits are spent first in, first out;
 * a refund or chargeback debits those of its own purchase first, and a correction of a refund restores them.
 * What is left adds up to the balance. Source: CRED-10.
 */
export function lotsOf(lines: readonly LedgerLine[]): Lot[] {
  const lots: Lot[] = []
  for (const { kind, ref, amount } of lines) {
    const own = lots.find((lot) => lot.kind === 'purchase' && lot.ref === orderOf(ref))
    if (amount > 0) {
      const restored = kind === 'correction' && own ? Math.min(own.credits - own.left, amount) : 0
      if (own) own.left += restored
      if (amount > restored) lots.push({ kind, ref, credits: amount - restored, left: amount - restored })
      continue
    }
    const isReturned = kind === 'refund' || kind === 'chargeback'
    let due = -amount
    for (const lot of isReturned && own ? [own, ...lots] : lots) {
      const debit = Math.min(lot.left, due)
      lot.left -= debit
      due -= debit
    }
  }
  return lots
}

/**
 * Returns after how many spent credits premium begins when some were taken back: after those that are left of
 * what is older than the purchase that waits. `waiting` is the number before. Source: CRED-9, CRED-10.
 */
export function untilPremium({
  waiting,
  before,
  after,
}: {
  waiting: number
  before: readonly Lot[]
  after: readonly Lot[]
}) {
  let older = 0
  let left = 0
  for (const [index, lot] of before.entries()) {
    older += lot.left
    if (older >= waiting) break
    left += after[index]?.left ?? 0
  }
  return left + 1
}

/** Returns how many credits are spent before those of a purchase. */
export function creditsBefore(lots: readonly Lot[], orderId: string) {
  const index = lots.findIndex(({ kind, ref }) => kind === 'purchase' && ref === orderId)
  return lots.slice(0, Math.max(index, 0)).reduce((sum, { left }) => sum + left, 0)
}

/** The code of the company's discount for staying. Codes are looked up per member: it is one for all. */
export const STAY_CODE = 'STAY'

export interface DiscountCode {
  code: string
  percentage: number
  minimumMinor: number | null
  country: string | null
  /** Of an offer; without it the code is valid from its creation. */
  startsAt?: Date | null
  expiresAt: Date | null
  /** All places of its offer are debit by other members. */
  isUsedUp?: boolean
  /** Since when an order holds it whose payment has neither failed nor ended. */
  heldAt: Date | null
  usedAt: Date | null
}

/**
 * Returns the time bonus of a member as a code that no order has held: it is stored with the first one.
 * Source: CRED-6.
 */
export function newTimeBonus({ signedUpAt }: { signedUpAt: Date }) {
  return {
    code: TIME_BONUS_CODE,
    percentage: TIME_BONUS_PERCENT,
    minimumMinor: null,
    country: null,
    expiresAt: timeBonusEnd(signedUpAt),
    heldAt: null,
    usedAt: null,
  } satisfies DiscountCode
}

/** A code that an operator made, for one member or for all (PAY-11). */
export interface DiscountOffer {
  code: string
  percentage: number
  minimumMinor: number | null
  country: string | null
  /** The only member who can use it; null: every member, once each. */
  userId: number | null
  /** How many members can use it; null: any number. */
  maxUses: number | null
  /** Uses of members whose accounts have been erased since. */
  erasedUses: number
  startsAt: Date | null
  expiresAt: Date | null
}

/** Returns how many other members leave no place of an offer to a member; null: any number can use it. */
export function placesOf({ maxUses, erasedUses }: Pick<DiscountOffer, 'maxUses' | 'erasedUses'>) {
  return maxUses === null ? null : Math.max(0, maxUses - erasedUses)
}

/** Returns an offer as the code of a member, held and used by that member's orders. */
export function codeOfOffer(
  { percentage, minimumMinor, country, startsAt, expiresAt, code }: DiscountOffer,
  { stored, isUsedUp }: { stored: Pick<DiscountCode, 'heldAt' | 'usedAt'> | undefined; isUsedUp: boolean },
): DiscountCode {
  const { heldAt = null, usedAt = null } = stored ?? {}
  return { code, percentage, minimumMinor, country, startsAt, expiresAt, heldAt, usedAt, isUsedUp }
}

/**
 * Returns why a new order of a member cannot use a code, or null. An order that was begun holds its code for
 * `DISCOUNT_HOLD_MS`, so that two payments at once cannot both have it.
 * Source: PAY-11.
 */
export function discountProblem(
  code: DiscountCode | undefined,
  { country, now }: { country: CountryCode | null; now: Date },
): ErrorCode | null {
  if (!code) return 'credits.code_not_found'
  if (code.usedAt) return 'credits.code_used'
  if (code.expiresAt && code.expiresAt <= now) return 'credits.code_expired'
  if (code.startsAt && code.startsAt > now) return 'credits.code_not_started'
  if (code.country !== null && country !== null && code.country !== country) return 'credits.code_other_country'
  if (code.heldAt && code.heldAt.getTime() > now.getTime() - DISCOUNT_HOLD_MS) return 'credits.code_in_payment'
  if (code.isUsedUp) return 'credits.code_used_up'
  return null
}

/**
 * Returns the price of a bundle with a discount, in minor units: never below the country's minimum for its
 * messages, and the full price for orders below the code's minimum.
 * Source: PAY-3, PAY-11.
 */
export function discountedAmount(
  { amountMinor, messages }: { amountMinor: number; messages: number },
  { percentage, minimumMinor }: Pick<DiscountCode, 'percentage' | 'minimumMinor'>,
  { minimumMessageMinor }: { minimumMessageMinor: number },
) {
  if (minimumMinor !== null && amountMinor < minimumMinor) return amountMinor
  const lowered = Math.round((amountMinor * (100 - percentage)) / 100)
  return Math.min(amountMinor, Math.max(lowered, messages * minimumMessageMinor, 1))
}
