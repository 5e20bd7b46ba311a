import type { CountryCode } from '#contract/countries.ts'
import type { Discount } from '#contract/credits/schemas.ts'
import { STAY_DISCOUNT_MS } from '#contract/limits.ts'
import { hasTimeBonus, TIME_BONUS_CODE } from '#contract/payments/time-bonus.ts'
import type { Context } from '#server/platform/context.ts'
import { AppError } from '#server/platform/errors.ts'
import { newId } from '#server/platform/ids.ts'
import type { Queryable, Tx } from '#server/platform/postgres/tx.ts'
import * as queries from './discount-queries.ts'
import { countOtherUses, lockOffer, offerOf } from './offer-queries.ts'
import {
  codeOfOffer,
  discountProblem,
  newTimeBonus,
  placesOf,
  STAY_CODE,
  type DiscountCode,
  type DiscountOffer,
} from './rules.ts'

type Deps = Pick<Context, 'db' | 'clock'>

interface Owner {
  userId: number
  country: CountryCode
}

/**
 * Finds a code of a member, or of an offer, that an order could use now.
 * @throws AppError `credits.code_not_found`, `.code_used`, `.code_used_up`, `.code_expired`,
 * `.code_not_started`, `.code_other_country`, `.code_in_payment`
 */
export async function findDiscount({ db, clock }: Deps, { userId, country, code }: Owner & { code: string }) {
  const stored = await queries.codeOf(db, { userId, code })
  const offer = await offerOf(db, code)
  const discount = await discountOf(db, { userId, code, stored, offer })
  return assertUsable(discount, { country, now: clock.now() })
}

interface CodeSources {
  userId: number
  code: string
  stored: DiscountCode | undefined
  offer: DiscountOffer | undefined
}

/** Returns a code as a member has it: the time bonus, an operator's offer, or one of the member alone. */
async function discountOf(db: Queryable, { userId, code, stored, offer }: CodeSources) {
  if (code === TIME_BONUS_CODE) return timeBonus(db, { userId, stored })
  if (!offer) return stored
  if (offer.userId !== null && offer.userId !== userId) return undefined
  return codeOfOffer(offer, { stored, isUsedUp: !(await hasPlace(db, { userId, offer })) })
}

/** Returns whether other members leave a place of an offer. Exact while the offer is locked. */
async function hasPlace(db: Queryable, { userId, offer }: { userId: number; offer: DiscountOffer }) {
  const limit = placesOf(offer)
  if (limit === null) return true
  return (await countOtherUses(db, { code: offer.code, userId, limit })) < limit
}

/** Finds the code that expires first among those that the member's order could use now, or null. */
export async function waitingDiscount({ db, clock }: Deps, { userId, country }: Owner) {
  const now = clock.now()
  const stored = await queries.waitingCodes(db, { userId, now })
  const storedBonus = await queries.codeOf(db, { userId, code: TIME_BONUS_CODE })
  const bonus = await timeBonus(db, { userId, stored: storedBonus })
  // The bonus ends hours after the sign-up, before any code that the member got meanwhile.
  const codes = [...(bonus ? [bonus] : []), ...stored.filter(({ code }) => code !== TIME_BONUS_CODE)]
  return codes.find((code) => discountProblem(code, { country, now }) === null) ?? null
}

/**
 * Returns a member's time bonus: as stored once an order has held it, else as it will be. Undefined for
 * premium members, unless it was used. Source: CRED-6.
 */
async function timeBonus(
  db: Queryable,
  { userId, stored }: { userId: number; stored: DiscountCode | undefined },
): Promise<DiscountCode | undefined> {
  if (stored?.usedAt) return stored
  const state = await queries.bonusState(db, userId)
  return state && !state.isPremium ? (stored ?? newTimeBonus(state)) : undefined
}

/**
 * Locks a code of a member until the end of the transaction, so that one order at a time can hold it; of an
 * offer, so that no more orders hold it than it has places.
 * Returns a function that checks the code and gives it to a new order.
 * @throws AppError as `findDiscount`
 */
export async function lockDiscount(
  { clock }: Pick<Context, 'clock'>,
  tx: Tx,
  { userId, country, code }: Owner & { code: string },
) {
  if (code === TIME_BONUS_CODE) await storeTimeBonus({ clock }, tx, userId)
  const offer = await lockOffer(tx, code)
  if (offer) await storeOffer({ clock }, tx, { userId, offer })
  const stored = await queries.lockCode(tx, { userId, code })
  const discount = await discountOf(tx, { userId, code, stored, offer })
  return {
    async reserveFor(orderId: number) {
      const now = clock.now()
      const usable = assertUsable(discount, { country, now })
      await queries.reserveCode(tx, { userId, code, orderId, at: now })
      return usable
    },
  }
}

/** Stores the current time bonus of a member, so that an order can hold it: once per member, by its key. */
async function storeTimeBonus({ clock }: Pick<Context, 'clock'>, tx: Tx, userId: number) {
  const now = clock.now()
  const state = await queries.bonusState(tx, userId)
  if (!state || !hasTimeBonus({ ...state, now })) return
  const { code, percentage, expiresAt } = newTimeBonus(state)
  await queries.insertCode(tx, { id: newId(clock), userId, code, percentage, createdAt: now, expiresAt })
}

/** Stores an offer as a code of the member, so that an order can hold it: once per member, by its key. */
async function storeOffer(
  { clock }: Pick<Context, 'clock'>,
  tx: Tx,
  { userId, offer: { code, percentage, minimumMinor, country, expiresAt } }: { userId: number; offer: DiscountOffer },
) {
  const terms = { code, percentage, minimumMinor, country, expiresAt }
  await queries.insertCode(tx, { id: newId(clock), userId, ...terms, createdAt: clock.now() })
}

/**
 * Gives an order whose checkout opens its code: one whose checkout did not open at first may have lost it.
 * @throws AppError `credits.code_in_payment`, `credits.code_used_up`
 */
export async function keepDiscount(
  { clock }: Pick<Context, 'clock'>,
  tx: Tx,
  key: { userId: number; code: string; orderId: number },
) {
  const offer = await lockOffer(tx, key.code)
  if (offer && !(await hasPlace(tx, { userId: key.userId, offer }))) throw new AppError('credits.code_used_up')
  if (!(await queries.keepCode(tx, { ...key, at: clock.now() }))) throw new AppError('credits.code_in_payment')
}

/** Makes a code available again, because the payment of the order that holds it has failed. */
export async function releaseDiscount(tx: Tx, { orderId }: { orderId: number }) {
  await queries.releaseCode(tx, orderId)
}

/** Uses a code up, because an order with it was paid. */
export async function spendDiscount(
  { clock }: Pick<Context, 'clock'>,
  tx: Tx,
  { userId, code }: { userId: number; code: string },
) {
  await queries.markUsed(tx, { userId, code, at: clock.now() })
}

/** Returns the company's discount for a member who thinks of leaving, once, and the code when accepted. */
export async function stayOffer({ db, clock }: Deps, { userId, percentage }: { userId: number; percentage: number }) {
  const code = await queries.codeOf(db, { userId, code: STAY_CODE })
  if (!code) return { percentage: percentage > 0 ? percentage : null, discount: null }
  const isOpen = discountProblem(code, { country: null, now: clock.now() }) === null
  return isOpen ? { percentage: code.percentage, discount: toDiscount(code) } : { percentage: null, discount: null }
}

/** Stores the code of that discount. A member who has had it gets no second one. */
export async function acceptStayOffer(
  { db, clock, transaction }: Deps & Pick<Context, 'transaction'>,
  { userId, percentage }: { userId: number; percentage: number },
) {
  if (percentage > 0) {
    const createdAt = clock.now()
    const expiresAt = new Date(createdAt.getTime() + STAY_DISCOUNT_MS)
    const code = { id: newId(clock), userId, code: STAY_CODE, percentage, createdAt, expiresAt }
    await transaction((tx) => queries.insertCode(tx, code))
  }
  return stayOffer({ db, clock }, { userId, percentage })
}

export function toDiscount({ code, percentage, minimumMinor, country, expiresAt }: DiscountCode): Discount {
  return { code, percentage, minimum: minimumMinor, country, expiresAt: expiresAt?.toISOString() ?? null }
}

function assertUsable(code: DiscountCode | undefined, when: Parameters<typeof discountProblem>[1]) {
  const problem = discountProblem(code, when)
  if (problem || !code) throw new AppError(problem ?? 'credits.code_not_found')
  return code
}
