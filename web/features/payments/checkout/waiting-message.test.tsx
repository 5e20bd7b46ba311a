import { runInNewContext } from 'node:vm'
import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { NonceProvider } from '#web/ui/early-script.tsx'
import { IntlProvider } from '#web/i18n/intl.tsx'
import { markStoredPath } from './return-path.ts'
import { WaitingMessage } from './waiting-message.tsx'

test('the server leaves the height for a message that only the browser knows, with a script that it allows', () => {
  const html = renderToString(
    <NonceProvider value="once">
      <IntlProvider locale="en" messages={{}} timeZone="UTC">
        <WaitingMessage />
      </IntlProvider>
    </NonceProvider>,
  )
  expect(html).toContain('<script nonce="once">')
  expect(html).toMatch(/class="[^"]*\bhidden in-data-waits:block\b/)
})

test.each([
  { stored: '{"path":"/chats/a"}', marks: { waits: '' } },
  { stored: null, marks: {} },
])('the document is marked by a stored place: $stored', ({ stored, marks }) => {
  const dataset = {}
  runInNewContext(markStoredPath, {
    sessionStorage: { getItem: (key: string) => (key === 'return-to' ? stored : null) },
    document: { documentElement: { dataset } },
  })
  expect(dataset).toEqual(marks)
})

test('blocked site data does not stop the page', () => {
  expect(() => runInNewContext(markStoredPath, {})).not.toThrow()
})
