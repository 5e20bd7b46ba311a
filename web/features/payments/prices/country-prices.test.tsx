import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToString } from 'react-dom/server'
import type { Messages } from 'use-intl'
import { expect, test } from 'vitest'
import payments from '#locales/en/payments.json' with { type: 'json' }
import pricing from '#locales/en/pricing.json' with { type: 'json' }
import { TextsProvider } from '#web/i18n/texts-provider.tsx'
import { CountryPrices } from './country-prices.tsx'
import { priceListQuery } from '#web/features/payments/queries.ts'

test('countries are in the order of the locale of the page, whatever that of the device is', () => {
  const client = new QueryClient()
  const prices = (['AT', 'SE'] as const).map((country) => ({
    country,
    vatPercent: 20,
    tax: 'vat' as const,
    minimumMessageMinor: null,
    bundles: [],
  }))
  client.setQueryData(priceListQuery().queryKey, { country: 'NL', prices })
  const settings = { language: 'en', locale: 'sv-SE', country: 'NL', countryName: '', timeZone: 'UTC' } as const
  const catalogue = { payments, pricing } as unknown as Messages
  const html = renderToString(
    <QueryClientProvider client={client}>
      <TextsProvider initial={{ ...settings, countryLanguages: [], catalogue, now: new Date() }}>
        <CountryPrices />
      </TextsProvider>
    </QueryClientProvider>,
  )
  // In English, as on this device, the first letter of Austria would be an o.
  expect(html.match(/Sverige|Österrike/g)).toEqual(['Sverige', 'Österrike'])
})
