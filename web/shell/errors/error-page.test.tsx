import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { IntlProvider } from '#web/i18n/intl.tsx'
import english from '#locales/en/shell.json' with { type: 'json' }
import french from '#locales/fr/shell.json' with { type: 'json' }
import { LastResort } from './error-page.tsx'

// The server's build has this alias.

test.each([
  ['en', english],
  ['fr', french],
] as const)('in the browser too, a failing error page leaves a sentence and a link home: %s', (locale, texts) => {
  const boundary = new LastResort({ children: 'all is well' })
  const shown = () =>
    renderToString(
      <IntlProvider locale={locale} timeZone="UTC" messages={{ shell: texts }}>
        {boundary.render()}
      </IntlProvider>,
    )
  expect(shown()).toBe('all is well')
  // What React does when a child throws.
  boundary.state = LastResort.getDerivedStateFromError()
  expect(shown()).toContain(texts.error.broken)
  expect(shown()).toContain(`<a href="/">${texts.error.home}</a>`)
  expect(shown()).not.toContain('all is well')
})
