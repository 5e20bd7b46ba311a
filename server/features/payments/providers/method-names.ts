import type { PaymentMethod as MollieMethod } from '@mollie/api-client'
import type { PaymentMethod } from '#contract/payments/schemas.ts'

/**
 * Names of the methods at each provider. Cards of all brands are one method there: the buyer types the number
 * on the provider's page, which knows the brand. Nexi was Carta Si; Mollie reports it by that name.
 */
type MethodNames<Name extends string> = Partial<Record<PaymentMethod, Name>>

export const mollieNames = {
  creditcard: 'creditcard',
  visa: 'creditcard',
  mastercard: 'creditcard',
  maestro: 'creditcard',
  cartebancaire: 'creditcard',
  nexi: 'creditcard',
  dankort: 'creditcard',
  ideal: 'ideal',
  bancontact: 'bancontact',
  paypal: 'paypal',
  applepay: 'applepay',
  eps: 'eps',
  prezelewy24: 'przelewy24',
  blik: 'blik',
  paysafecard: 'paysafecard',
  satispay: 'satispay',
  twint: 'twint',
  mobilepay: 'mobilepay',
  vipps: 'vipps',
  swish: 'swish',
  sct: 'banktransfer',
  sdd: 'directdebit',
} as const satisfies MethodNames<`${MollieMethod}`>

export const adyenNames = {
  creditcard: 'scheme',
  visa: 'scheme',
  mastercard: 'scheme',
  maestro: 'scheme',
  cartebancaire: 'scheme',
  nexi: 'scheme',
  dankort: 'scheme',
  ideal: 'ideal',
  bancontact: 'bcmc',
  paypal: 'paypal',
  applepay: 'applepay',
  eps: 'eps',
  prezelewy24: 'onlineBanking_PL',
  blik: 'blik',
  paysafecard: 'paysafecard',
  satispay: 'satispay',
  twint: 'twint',
  mobilepay: 'mobilepay',
  vipps: 'vipps',
  swish: 'swish',
  sct: 'bankTransfer_IBAN',
  sdd: 'sepadirectdebit',
} as const satisfies MethodNames<string>
