/** The payment providers, by their names in the configuration, each with the name that buyers see. */
export const providerTitles = { sandbox: 'Sandbox Pay', mollie: 'Mollie', adyen: 'Adyen' } as const

export type ProviderName = keyof typeof providerTitles

export const providerNames = ['sandbox', 'mollie', 'adyen'] as const satisfies ProviderName[]
