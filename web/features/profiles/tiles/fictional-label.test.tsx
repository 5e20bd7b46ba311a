import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { IntlProvider } from '#web/i18n/intl.tsx'
import { settingsQuery } from '#web/features/settings/queries.ts'
import english from '#locales/en/profiles.json' with { type: 'json' }
import { FictionalLabel } from './fictional-label.tsx'
import { FictionalNote } from './fictional-note.tsx'

// The server's build has this alias.

const noTexts = { warning: '', singular: '', plural: '' }

function render(isFictional: boolean, { icon = '✱', texts = noTexts } = {}, isList = false) {
  const client = new QueryClient()
  // Settings with only what the label reads.
  const settings = { fictional_icon: icon, 'fictional_warning/singular/plural': texts }
  client.setQueryData(settingsQuery().queryKey, { settings } as never)
  return renderToString(
    <QueryClientProvider client={client}>
      <IntlProvider locale="en" timeZone="UTC" messages={{ profiles: english }}>
        {isList ? (
          <FictionalNote members={[{ isFictional: false }, { isFictional }]} />
        ) : (
          <FictionalLabel member={{ isFictional }} />
        )}
      </IntlProvider>
    </QueryClientProvider>,
  )
}

test('a fictional profile has icon, name and warning, in the texts of the catalogue by default', () => {
  const label = render(true)
  for (const text of ['✱', english.fictional.singular, english.fictional.warning]) expect(label).toContain(text)
})

test('a fictional profile is labelled on a site without icon, and in the words of the site if it has any', () => {
  expect(render(true, { icon: '' })).toContain(english.fictional.singular)
  const texts = { warning: 'Not real', singular: 'Muse', plural: 'Muses' }
  expect(render(true, { texts })).toMatch(/Muse.*Not real/)
})

test('a member has no label', () => {
  expect(render(false)).toBe('')
})

test('a list with a fictional profile says so, in the plural of the site if it has one', () => {
  expect(render(true, {}, true)).toContain('This list includes fictional profiles.')
  const texts = { warning: '', singular: '', plural: 'Muses' }
  expect(render(true, { texts }, true)).toContain('This list includes Muses.')
  expect(render(false, { texts }, true)).toBe('')
})
