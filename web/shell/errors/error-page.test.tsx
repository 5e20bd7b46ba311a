import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { IntlProvider } from '#web/i18n/intl.tsx'
import english from '#locales/en/shell.json' with { type: 'json' }
import french from '#locales/fr/shell.json' with { type: 'json' }
import { FallbackBoundary } from './error-page.tsx'

// The server's build has this alias.

test.each([
  ['en', english],
  ['fr', french],
] as const)('in the browser too, a failing error page leaves a sentence and a link home: %s', (locale, texts) => {
  const boundary = new FallbackBoundary({ children: 'all is well' })
  const html = () =>
    renderToString(
      <IntlProvider locale={locale} timeZone="UTC" messages={{ shell: texts }}>
        {boundary.render()}
      </IntlProvider>,
    )
  expect(html()).toBe('all is well')
  // What React does when a child throws.
  boundary.state = FallbackBoundary.getDerivedStateFromError()
  expect(html()).toContain(texts.error.broken)
  expect(html()).toContain(`<a href="/">${texts.error.home}</a>`)
  expect(html()).not.toContain('all is well')
})
