import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { IntlProvider } from '#web/i18n/intl.tsx'
import { settingsQuery } from '#web/features/settings/queries.ts'
import english from '#locales/en/shell.json' with { type: 'json' }
import { DemoBanner } from './demo-banner.tsx'

// The server's build has this alias.

function render(isDemo?: boolean) {
  const client = new QueryClient()
  // A site with only what the banner reads.
  if (isDemo !== undefined) client.setQueryData(settingsQuery().queryKey, { isDemo } as never)
  return renderToString(
    <QueryClientProvider client={client}>
      <IntlProvider locale="en" timeZone="UTC" messages={{ shell: english }}>
        <DemoBanner />
      </IntlProvider>
    </QueryClientProvider>,
  )
}

test('a demo says in a labelled landmark that its members are invented', () => {
  expect(render(true)).toMatch(/^<aside aria-label="Demo"[^>]*>.*invented.*<\/aside>$/)
})

test('a production site and a page without settings have no banner', () => {
  expect(render(false)).toBe('')
  expect(render()).toBe('')
})
