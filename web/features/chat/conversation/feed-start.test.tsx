import { renderToString } from 'react-dom/server'
import { IntlProvider } from '#web/i18n/intl.tsx'
import { expect, test } from 'vitest'
import chat from '#locales/en/chat.json' with { type: 'json' }
import errors from '#locales/en/errors.json' with { type: 'json' }
import { ApiError } from '#web/api/api-error.ts'
import { FeedStart } from './feed-start.tsx'
import { openConversation } from './test-conversation.ts'

function startWith(error: unknown) {
  const open = openConversation({ seqs: [60, 61], hasMore: true })
  return renderToString(
    <IntlProvider locale="en" messages={{ chat, errors }} timeZone="UTC">
      <FeedStart open={open} isPending={false} error={error} onLoadOlder={() => {}} />
    </IntlProvider>,
  )
}

test('older messages that could not be fetched are reported above the button that tries again', () => {
  expect(startWith(null)).not.toContain('No connection')
  const html = startWith(new ApiError(0, { code: 'request.unreachable' }))
  expect(html).toMatch(new RegExp(`role="status"[^>]*>No connection\\. .*<button .*${chat.older}`))
})
