import { z } from 'zod'
import { DiscountText } from '#contract/credits/schemas.ts'
import type { EndpointSchemas } from '#contract/endpoint.ts'
import type { ErrorCode } from '#contract/errors.ts'
import { ClientId } from '#contract/ids.ts'
import {
  CITY_MAX_LENGTH,
  DEBIT_HOUSE_NUMBER_MAX_LENGTH,
  DEBIT_NAME_MAX_LENGTH,
  DEBIT_ZIP_MAX_LENGTH,
  IBAN_MAX_LENGTH,
  PHONE_MAX_LENGTH,
  SMS_CODE_LENGTH,
} from '#contract/limits.ts'
import { BundleId, Order } from '#contract/payments/schemas.ts'
import { Country } from '#contract/settings/schemas.ts'
import { Line } from '#contract/settings/texts.ts'

/** Why a member cannot pay by direct debit, or that it is possible. */
export const debitStates = ['open', 'unconfirmed', 'blocked', 'unavailable'] as const
export type DebitState = (typeof debitStates)[number]

function required(maxLength: number, tooLong: ErrorCode = 'profiles.text_too_long') {
  return Line.min(1, 'debits.required').max(maxLength, tooLong)
}

/** Formats of many countries, so the server decides what is valid (ibantools, libphonenumber-js). */
const Phone = required(PHONE_MAX_LENGTH, 'debits.phone_invalid')

export const DebitForm = z.strictObject({
  holder: required(DEBIT_NAME_MAX_LENGTH),
  iban: required(IBAN_MAX_LENGTH, 'debits.iban_invalid'),
  street: required(DEBIT_NAME_MAX_LENGTH),
  houseNumber: required(DEBIT_HOUSE_NUMBER_MAX_LENGTH),
  zip: required(DEBIT_ZIP_MAX_LENGTH),
  city: required(CITY_MAX_LENGTH),
  phone: Phone,
  smsCode: z
    .string()
    .trim()
    .min(1, 'debits.required')
    .length(SMS_CODE_LENGTH, 'debits.code_invalid')
    .regex(/^\d+$/, 'debits.code_invalid'),
  /** The member has read the mandate and agrees to it. */
  authorization: z.literal(true, { error: 'debits.authorization_required' }),
})
export type DebitForm = z.output<typeof DebitForm>

/** Who collects: the company of the site. */
export const Creditor = z.object({
  name: z.string(),
  address: z.string(),
  city: z.string(),
  country: Country,
  /** The SEPA creditor identifier. */
  id: z.string(),
})
export type Creditor = z.output<typeof Creditor>

export const getDirectDebit = {
  summary: 'Returns whether the caller can pay by direct debit, and who collects.',
  reply: z.object({ state: z.enum(debitStates), creditor: Creditor }),
} satisfies EndpointSchemas

export const sendDebitCode = {
  summary: 'Sends a code by SMS, which confirms the phone number of a direct debit once.',
  body: z.strictObject({ phone: Phone }),
  reply: z.object({
    /** In the international format. */
    phone: z.string(),
    expiresAt: z.iso.datetime(),
  }),
} satisfies EndpointSchemas

export const payByDebit = {
  summary: 'Stores a mandate and orders a bundle that is paid with it. Repeating a `clientId` returns the same order.',
  body: DebitForm.extend({
    clientId: ClientId,
    bundle: BundleId,
    code: DiscountText.nullable().default(null),
  }),
  reply: z.object({ order: Order, checkoutUrl: z.string() }),
} satisfies EndpointSchemas
