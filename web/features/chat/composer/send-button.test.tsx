import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import chat from '#locales/en/chat.json' with { type: 'json' }
import conversation from '#locales/en/chat-conversation.json' with { type: 'json' }
import { IntlProvider } from '#web/i18n/intl.tsx'
import { SendButton } from './send-button.tsx'

const profile = { id: 'ada01', name: 'Ada', photo: null }

function htmlOf(price: number, isFree = false) {
  return renderToString(
    <IntlProvider locale="en" messages={{ chat, 'chat-conversation': conversation }} timeZone="UTC">
      <SendButton label="Send" price={price} isFree={isFree} credits={price} profile={profile} />
    </IntlProvider>,
  )
}

test('the button that sends has the price, and none where sending is free', () => {
  expect(htmlOf(2)).toContain('aria-label="2 credits"')
  expect(htmlOf(0)).toContain('Send')
  expect(htmlOf(0)).not.toContain('credits')
  expect(htmlOf(2, true)).not.toContain('credits')
})
