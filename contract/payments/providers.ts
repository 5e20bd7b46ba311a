/** The payment providers, by their names in the configuration. */
export const providerNames = ['sandbox', 'mollie', 'adyen'] as const
export type ProviderName = (typeof providerNames)[number]

/** The names that buyers see. */
export const providerTitles = {
  sandbox: 'Sandbox Pay',
  mollie: 'Mollie',
  adyen: 'Adyen',
} as const satisfies Record<ProviderName, string>
