import type { CountryCode, CurrencyCode } from '#contract/countries.ts'
import { countryOfVisitor } from '#contract/settings/visitor-country.ts'
import type { VisitorHints } from '#server/platform/http/visitor/visitor-hints.ts'
import { ORDERS_PAGE_SIZE } from '#contract/limits.ts'
import { methodsIn } from '#contract/payments/payment-methods.ts'
import type { Bundle, BundleId, PaymentMethod, PremiumStart } from '#contract/payments/schemas.ts'
import type { Settings } from '#contract/settings/schemas.ts'
import { findDiscount, lockDiscount, toDiscount, waitingDiscount } from '#server/features/credits/discounts.ts'
import type { Site } from '#server/features/settings/service.ts'
import type { AppContext } from '#server/context.ts'
import type { Context } from '#server/platform/context.ts'
import type { Cursors } from '#server/platform/http/cursors.ts'
import { pageOf, rowsFor } from '#server/platform/http/pages.ts'
import { AppError, fieldError } from '#server/platform/errors.ts'
import type { Viewer } from '#server/features/accounts/views.ts'
import { formerPrices } from '#server/features/profiles/rules.ts'
import type { Tx } from '#server/platform/postgres/tx.ts'
import { closeOpenOrdersUsingCode } from './orders/close-open-orders.ts'
import { checkoutOf, isCollected } from './orders/open-checkout.ts'
import { newOrder, placeOrder } from './orders/place-order.ts'
import type { Offer } from './providers/provider.ts'
import * as queries from './queries.ts'
import { bundlesIn, collectedUntil, currencyIn, discountedPrice, marketOf, unopenedUntil } from './rules.ts'
import { hasFullWithdrawal } from './refunds/refund-queries.ts'
import { toOrder } from './views.ts'

type Deps = Pick<AppContext, 'db' | 'clock' | 'providers' | 'config' | 'log'>

/**
 * Lists bundles for a member's country, or for the presumed country of a visitor, and the methods of `asked`,
 * the payment country, that a provider takes in the currency of the prices.
 */
export async function listBundles(
  context: Pick<AppContext, 'db' | 'clock' | 'providers' | 'sms'>,
  {
    viewer,
    site,
    visitor,
    asked,
  }: { viewer: Viewer | null; site: Site; visitor: VisitorHints; asked?: CountryCode | undefined },
) {
  const { settings } = site
  const { country: own, formerPrices: former } = await countryFor(context, { viewer, settings, visitor })
  const country = asked ?? own
  const bundles = bundlesIn(own, settings)
  const currency = currencyIn(own, settings)
  const canDebit = isDebitPossible(context, { site, country: own, currency })
  const offers = methodsIn(country, currency).flatMap((method) => {
    const provider = context.providers.find((each) => each.supports({ method, country, currency }))
    return provider && (method !== 'sdd' || canDebit) ? [{ method, provider }] : []
  })
  const methods = offers.map(({ method }) => method)
  const storable = offers.filter(({ method, provider }) => provider.stores(method)).map(({ method }) => method)
  const providers = Object.fromEntries(offers.map(({ method, provider }) => [method, provider.name]))
  const premiumStart = viewer ? await premiumStartOf(context, viewer) : 'payment'
  return { bundles, country, methods, storable, providers, premiumStart, formerPrices: former, ...marketOf(own) }
}

/** Returns when premium by a member's next purchase begins. Source: CRED-4. */
export async function premiumStartOf(
  { db }: Pick<Context, 'db'>,
  { userId, isPremium }: Viewer,
): Promise<PremiumStart> {
  return !isPremium && (await hasFullWithdrawal(db, userId)) ? 'first_credit' : 'payment'
}

/**
 * Returns whether members of a country can pay by direct debit: the creditor needs an identifier and a way to
 * confirm phone numbers, and the own country has to have it, too. Source: PAY-12, DEBIT-5.
 */
function isDebitPossible(
  { sms }: Pick<AppContext, 'sms'>,
  { site, country, currency }: { site: Site; country: CountryCode; currency: CurrencyCode },
) {
  return site.company.sepa_creditor_id !== '' && sms.isAvailable && methodsIn(country, currency).includes('sdd')
}

/** Lists the prices of each country of a site. */
export async function listPrices(
  context: Pick<Context, 'db' | 'clock'>,
  { viewer, settings, visitor }: { viewer: Viewer | null; settings: Settings; visitor: VisitorHints },
) {
  const prices = settings.countries.map((country) => ({
    country,
    ...marketOf(country),
    minimumMessageMinor: settings.minimum_message_costs[country]?.costs ?? null,
    bundles: bundlesIn(country, settings),
  }))
  const { country } = await countryFor(context, { viewer, settings, visitor })
  return { country, prices }
}

/** The country that decides the prices of a member, or the presumed one of a visitor. */
async function countryFor(
  context: Pick<Context, 'db' | 'clock'>,
  { viewer, settings, visitor }: { viewer: Viewer | null; settings: Settings; visitor: VisitorHints },
) {
  return viewer
    ? priceCountryOf(context, viewer)
    : { country: countryOfVisitor({ ...settings, ...visitor }), formerPrices: null }
}

/**
 * Orders a bundle and opens the provider's checkout. Repeating a client id returns the same order: the
 * checkout of one that is open, the result page of one that was paid.
 * @throws AppError `payments.method_unknown`, `payments.bundle_unknown`, `payments.provider_unavailable`,
 * `payments.mandate_required` (direct debit without `onInsert`), `payments.spending_limit`,
 * `credits.code_no_effect` and the errors of `findDiscount`, `authentication_required` (the account was
 * removed meanwhile), `payments.order_ended` (the client id of an order that failed or was cancelled, and has
 * left the spending limit), `request.invalid` (the client id of another purchase)
 */
export async function createOrder(
  context: Deps & Pick<AppContext, 'transaction' | 'jobs' | 'mail' | 'sites'>,
  input: {
    viewer: Viewer
    site: Site
    clientId: string
    bundle: BundleId
    method: PaymentMethod
    code: string | null
    /** Payment country; the buyer's own if left out. */
    country?: CountryCode | undefined
    storesMethod?: boolean
    /** For a method that needs more than the order: runs in its transaction, and can reject it. */
    onInsert?: (tx: Tx, order: queries.NewOrder) => Promise<void>
    /** Runs once, in the transaction that stores the opened checkout. */
    onOpen?: (tx: Tx, order: { publicId: string }) => Promise<void>
  },
) {
  const { db, clock } = context
  const { viewer, site, clientId, method, code, onInsert } = input
  const { country } = await priceCountryOf(context, viewer)
  const paymentCountry = input.country ?? country
  const bundle = bundlesIn(country, site.settings).find(({ id }) => id === input.bundle)
  if (!bundle) throw new AppError('payments.bundle_unknown')
  const provider = providerFor(context, { method, currency: bundle.currency, country: paymentCountry })
  if (method === 'sdd' && !onInsert) throw fieldError('method', 'payments.mandate_required')

  const at = clock.now()
  const payment = { clientId, country, paymentCountry, method, isStored: false, storedMethodId: null, at }
  const openUntil = isCollected({ provider, method }) ? collectedUntil(at) : unopenedUntil(at)
  if (code !== null) await closeOpenOrdersUsingCode(context, { userId: viewer.userId, code, clientId })
  await placeOrder(context, {
    order: newOrder(context, { viewer, site, bundle, payment: { ...payment, provider: provider.name, openUntil } }),
    site,
    reprice: code === null ? undefined : (tx, order) => withDiscount(context, tx, { order, bundle, site, code }),
    onInsert,
  })
  const order = await queries.orderByClientId(db, { userId: viewer.userId, clientId })
  // A repeat order is charged without a checkout: another payment would take the place of its own.
  const isSame = !order.isStored && order.bundle === bundle.id && order.method === method
  if (!isSame) throw new AppError('request.invalid')
  const { storesMethod = false, onOpen } = input
  const checkoutUrl = await checkoutOf(context, { order, viewer, site, storesMethod, onOpen })
  return { order: toOrder({ ...order, checkoutUrl }), checkoutUrl }
}

/**
 * Holds a discount code for a new order, and returns the order with its price.
 * @throws AppError `credits.code_no_effect`, `credits.code_below_minimum` and the errors of `findDiscount`
 */
export async function withDiscount(
  context: Pick<AppContext, 'clock'>,
  tx: Tx,
  { order, bundle, site, code }: { order: queries.NewOrder; bundle: Bundle; site: Site; code: string },
): Promise<queries.NewOrder> {
  const { settings } = site
  const { userId, country } = order
  const discount = await lockDiscount(context, tx, { userId, country, code })
  const { percentage, minimumMinor } = await discount.reserveFor(order.id)
  if (minimumMinor !== null && bundle.amountMinor < minimumMinor) throw new AppError('credits.code_below_minimum')
  const amountMinor = discountedPrice({ country, settings }, bundle, { percentage, minimumMinor })
  if (amountMinor === bundle.amountMinor) throw new AppError('credits.code_no_effect')
  return { ...order, amountMinor, discountCode: code, discountPercent: percentage, fullAmountMinor: bundle.amountMinor }
}

/**
 * Finds the provider that takes a payment.
 * @throws AppError `payments.provider_unavailable` (nothing is sold here), `payments.method_unknown`
 */
function providerFor(
  { providers, config }: Pick<Deps, 'providers' | 'config'>,
  offer: Offer & { currency: CurrencyCode },
) {
  if (config.paymentProviders.length === 0) throw new AppError('payments.provider_unavailable')
  const isOffered = methodsIn(offer.country, offer.currency).includes(offer.method)
  const provider = isOffered ? providers.find((each) => each.supports(offer)) : undefined
  if (!provider) throw fieldError('method', 'payments.method_unknown')
  return provider
}

/**
 * Finds a discount code of the member, and its prices. Without `code`: one that waits for them, or none.
 * @throws AppError as `findDiscount`
 */
export async function findCode(
  context: Deps,
  { viewer, settings, code }: { viewer: Viewer; settings: Settings; code: string | undefined },
) {
  const { country } = await priceCountryOf(context, viewer)
  const owner = { userId: viewer.userId, country }
  const discount =
    code === undefined ? await waitingDiscount(context, owner) : await findDiscount(context, { ...owner, code })
  const now = context.clock.now().toISOString()
  if (!discount) return { discount: null, now, prices: [] }
  const prices = bundlesIn(country, settings).flatMap((bundle) => {
    const amountMinor = discountedPrice({ country, settings }, bundle, discount)
    return amountMinor < bundle.amountMinor ? [{ bundle: bundle.id, amountMinor }] : []
  })
  return { discount: toDiscount(discount), now, prices }
}

/**
 * Finds one of the member's own orders.
 * @throws AppError `payments.order_not_found`, also for an order of another member
 */
export async function findOrder({ db }: Pick<Context, 'db'>, { viewer, orderId }: { viewer: Viewer; orderId: string }) {
  const order = await queries.ownOrder(db, { userId: viewer.userId, orderId })
  if (!order) throw new AppError('payments.order_not_found')
  return toOrder(order)
}

/**
 * Lists one page of the member's own orders, newest first.
 * @throws AppError `request.invalid` (invalid cursor)
 */
export async function listOrders(
  { db, cursors }: Pick<Context, 'db'> & { cursors: Cursors },
  { viewer: { userId }, after }: { viewer: Viewer; after: string | undefined },
) {
  const key = after === undefined ? null : cursors.open(after)
  const orders = await queries.ownOrders(db, { userId, after: key, limit: rowsFor(ORDERS_PAGE_SIZE) })
  const { page, last } = pageOf(orders, ORDERS_PAGE_SIZE)
  return { orders: page.map(toOrder), next: last ? cursors.seal({ at: last.createdAt, id: last.id }) : null }
}

/** Returns the country of a member's prices, and until when if it is not the own one (PAY-5, PAY-28). */
export async function priceCountryOf({ db, clock }: Pick<Context, 'db' | 'clock'>, { userId }: Viewer) {
  const profile = await queries.priceCountryOf(db, userId)
  if (!profile) throw new Error(`member ${userId} has no profile`)
  const former = formerPrices(profile, clock.now())
  return {
    country: former?.country ?? profile.country,
    formerPrices: former && { country: former.country, until: former.until.toISOString() },
  }
}
