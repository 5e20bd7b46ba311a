import { z } from 'zod'
import { DiscountText } from '#contract/credits/schemas.ts'
import { TIME_BONUS_CODE } from '#contract/payments/time-bonus.ts'
import { Country } from '#contract/settings/schemas.ts'
import { emailKey } from '#server/features/accounts/rules.ts'
import type { Context } from '#server/platform/context.ts'
import { AppError } from '#server/platform/errors.ts'
import { expireOffer, insertOffer, listOffers, userIdByEmail } from './offer-queries.ts'
import { STAY_CODE } from './rules.ts'

const PositiveInt = z.int().positive().max(2_147_483_647)

/** A code that an operator makes, for one member or for all (PAY-11). */
export const NewOffer = z
  .strictObject({
    code: DiscountText.regex(/^[A-Z\d-]+$/),
    percentage: z.int().min(1).max(100),
    /** Lowest price of an order, in minor units of the member's currency. */
    minimumMinor: PositiveInt.nullable(),
    country: Country.nullable(),
    /** Address of the only member who can use it. */
    email: z.email().nullable(),
    /** How many members can use it, once each. */
    maxUses: PositiveInt.nullable(),
    startsAt: z.date().nullable(),
    expiresAt: z.date().nullable(),
  })
  .refine(({ startsAt, expiresAt }) => !startsAt || !expiresAt || startsAt < expiresAt, {
    path: ['expiresAt'],
    message: 'The end comes before the beginning.',
  })
export type NewOffer = z.output<typeof NewOffer>

/**
 * Creates a code.
 * @throws AppError `credits.code_exists`, `accounts.email_not_found` (of a code for one member)
 */
export async function createOffer({ db, clock }: Pick<Context, 'db' | 'clock'>, { email, ...offer }: NewOffer) {
  const userId = email === null ? null : await userIdByEmail(db, emailKey(email))
  if (email !== null && userId === null) throw new AppError('accounts.email_not_found')
  const isReserved = [TIME_BONUS_CODE, STAY_CODE].includes(offer.code)
  if (isReserved || !(await insertOffer(db, { ...offer, userId, createdAt: clock.now() })))
    throw new AppError('credits.code_exists')
}

/** Lists all codes of operators with their uses, newest first. */
export async function offers({ db }: Pick<Context, 'db'>) {
  const rows = await listOffers(db)
  return rows.map(({ used, erasedUses, held, ...offer }) => ({
    ...offer,
    used: (used ?? 0) + erasedUses,
    held: held ?? 0,
  }))
}

/**
 * Ends a code now: no order takes it any more, and those that have it stay as they are.
 * @throws AppError `credits.code_not_found`
 */
export async function endOffer({ db, clock }: Pick<Context, 'db' | 'clock'>, { code }: { code: string }) {
  if (!(await expireOffer(db, { code, at: clock.now() }))) throw new AppError('credits.code_not_found')
}
