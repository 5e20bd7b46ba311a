import type { Creditor, DebitForm, DebitState } from '#contract/debits/schemas.ts'
import type { ErrorCode } from '#contract/errors.ts'
import { DEBIT_LIMIT_DAYS } from '#contract/limits.ts'
import type { BundleId } from '#contract/payments/schemas.ts'
import { DAY } from '#contract/time.ts'
import type { Viewer } from '#server/features/accounts/views.ts'
import { createOrder, listBundles } from '#server/features/payments/service.ts'
import type { Site } from '#server/features/settings/service.ts'
import type { AppContext } from '#server/context.ts'
import type { Context } from '#server/platform/context.ts'
import { keyedHash } from '#server/platform/encryption.ts'
import { AppError } from '#server/platform/errors.ts'
import type { VisitorHints } from '#server/platform/http/visitor/visitor-hints.ts'
import { newId, newPublicId } from '#server/platform/ids.ts'
import type { Db, Tx } from '#server/platform/postgres/tx.ts'
import { readIban } from './bank-account.ts'
import { checkCode, consumeCode, phoneHash, sendCode } from './codes.ts'
import { openDetails, sealDetails, type MandateDetails } from './mandate-details.ts'
import { readPhone } from './phone-number.ts'
import * as queries from './queries.ts'
import { collectionDay, collects, isWithinDebitLimit } from './rules.ts'

interface Caller {
  viewer: Viewer
  site: Site
  visitor: VisitorHints
}

type StateDeps = Pick<AppContext, 'db' | 'clock' | 'providers' | 'sms'>

/** Returns whether a member can pay by direct debit, and who collects. Source: PAY-12. */
export async function directDebit(context: StateDeps, caller: Caller) {
  return { state: await stateOf(context, caller), creditor: creditorOf(caller.site) }
}

/**
 * Sends a code to the mobile number of a member who can pay by direct debit.
 * @throws AppError as `sendCode`, `debits.phone_invalid` and `debits.phone_not_served` at the field `phone`,
 * `debits.unavailable`, `debits.unconfirmed`, `debits.blocked`
 */
export async function requestCode(
  context: StateDeps & Pick<AppContext, 'config' | 'transaction' | 'log'>,
  { phone: text, ...caller }: Caller & { phone: string },
) {
  const { viewer, site } = caller
  assertOpen(await stateOf(context, caller))
  const read = readPhone(text, await countryOf(context, viewer))
  if ('problem' in read) throw problems({ phone: read.problem })
  const { userId, language } = viewer
  return sendCode(context, { userId, phone: read.phone, language, siteName: site.settings.mail_name })
}

interface Payment extends Caller {
  form: DebitForm
  clientId: string
  bundle: BundleId
  /** A discount code. */
  discount: string | null
}

/**
 * Orders a bundle by direct debit: order, mandate and the use of the SMS code in one transaction. The mail
 * with mandate and announcement is queued in it too, or, where the provider has a page of its own for debits,
 * when that has opened. Idempotent by client id.
 * @throws AppError `debits.*` (see PAY-12 and DEBIT-1), at `iban`, `phone`, `smsCode` where they belong, and
 * those of `createOrder`
 */
export async function payByDebit(context: AppContext, { form, clientId, bundle, discount, ...caller }: Payment) {
  const { viewer, site } = caller
  const { userId, language } = viewer
  assertOpen(await stateOf(context, caller))
  const details = readDetails(form, await countryOf(context, viewer))
  const ibanHash = keyedHash(context.config, { purpose: 'iban', text: details.iban })
  const announce = (tx: Tx, { publicId: orderId }: { publicId: string }) =>
    context.mail.send(tx, { template: 'debitNotice', userId, about: { orderId } })
  // The attempt is counted here, because what fails below is rolled back.
  const codeId = await checkCode(context, { userId, phone: details.phone, code: form.smsCode })
  return createOrder(context, {
    viewer,
    site,
    clientId,
    bundle,
    method: 'sdd',
    code: discount,
    onInsert: async (tx, { id: orderId, publicId, provider }) => {
      await consumeCode(context, tx, codeId)
      // Not before: without a code, anyone could find out whose bank account was used here (SAFE-8).
      if (await queries.hasReturnedDebit(tx, { userId, ibanHash })) throw new AppError('debits.blocked')
      await storeMandate(context, tx, { userId, language, orderId, details, ibanHash })
      if (collects(context, provider)) await announce(tx, { publicId })
    },
    // Not before: nothing is collected for an order whose checkout is rejected or never opens.
    onOpen: announce,
  })
}

interface Mandate {
  userId: number
  language: string
  orderId: number
  details: MandateDetails
  ibanHash: Buffer
}

async function storeMandate(
  { config, clock }: Pick<AppContext, 'config' | 'clock'>,
  tx: Tx,
  { details, ...mandate }: Mandate,
) {
  const { userId, ibanHash } = mandate
  await queries.lockAccount(tx, ibanHash)
  const signedAt = clock.now()
  const reference = newPublicId().toUpperCase()
  const collectedFrom = collectionDay(signedAt)
  const sealed = sealDetails(config, { reference, details })
  const hash = phoneHash({ config }, details.phone)
  const row = { id: newId(clock), reference, details: sealed, phoneHash: hash, signedAt, collectedFrom }
  await queries.insertMandate(tx, { ...row, ...mandate })
  // The sum has the new order in it.
  const since = new Date(signedAt.getTime() - DEBIT_LIMIT_DAYS * DAY)
  const sum = await queries.debitedSince(tx, { userId, ibanHash, since })
  if (!isWithinDebitLimit(sum)) throw new AppError('debits.limit_reached')
}

/** Returns the mandates of a member with everything in them, for the export of the member's data. */
export async function ownMandates({ config, db }: Pick<Context, 'config'> & { db: Db }, userId: number) {
  const rows = await queries.mandatesOf(db, userId)
  return rows.map(({ details, ...row }) => ({ ...row, ...openDetails(config, { reference: row.reference, details }) }))
}

/** Finds the members who used a phone number for direct debits, by the number in E.164. */
export function findMembersByPhone(
  { config, db }: Pick<AppContext, 'config' | 'db'>,
  { phone, limit }: { phone: string; limit: number },
) {
  return queries.membersWithPhone(db, { phoneHash: phoneHash({ config }, phone), limit })
}

async function stateOf(context: StateDeps, { viewer, site, visitor }: Caller): Promise<DebitState> {
  const { methods } = await listBundles(context, { viewer, site, visitor })
  if (!methods.includes('sdd')) return 'unavailable'
  if (!viewer.isConfirmed) return 'unconfirmed'
  return (await queries.hasReturnedDebit(context.db, { userId: viewer.userId, ibanHash: null })) ? 'blocked' : 'open'
}

function assertOpen(state: DebitState) {
  if (state !== 'open') throw new AppError(`debits.${state}`)
}

function creditorOf({ company: { name, address, city, country, sepa_creditor_id: id } }: Site): Creditor {
  return { name, address, city, country, id }
}

/** Reads IBAN and phone number, and reports what is wrong with both. */
function readDetails(form: DebitForm, country: Parameters<typeof readPhone>[1]): MandateDetails {
  const { holder, street, houseNumber, zip, city } = form
  const account = readIban(form.iban)
  const number = readPhone(form.phone, country)
  if ('problem' in account || 'problem' in number) {
    throw problems({
      ...('problem' in account && { iban: account.problem }),
      ...('problem' in number && { phone: number.problem }),
    })
  }
  return { holder, iban: account.iban, street, houseNumber, zip, city, phone: number.phone }
}

/** Creates the error of one or more fields. */
function problems(codes: Partial<Record<'iban' | 'phone', ErrorCode>>) {
  const [first = 'request.invalid'] = Object.values(codes)
  const fields = Object.fromEntries(Object.entries(codes).map(([field, code]) => [field, { code }]))
  return new AppError(first, { fields })
}

async function countryOf({ db }: Pick<AppContext, 'db'>, { userId }: Viewer) {
  const country = await queries.countryOf(db, userId)
  if (!country) throw new AppError('authentication_required')
  return country
}
