import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToString } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { IntlProvider } from '#web/i18n/intl.tsx'
import type { Messages } from 'use-intl/core'
import { expect, test } from 'vitest'
import type { Conversation } from '#contract/chat/schemas.ts'
import chat from '#locales/en/chat.json' with { type: 'json' }
import conversationTexts from '#locales/en/chat-conversation.json' with { type: 'json' }
import { ConversationStarter } from './conversation-starter.tsx'
import { openConversation } from './test-conversation.ts'

const messages = { chat, 'chat-conversation': conversationTexts } as unknown as Messages

function render(change: Partial<Conversation>) {
  const { conversation } = openConversation({ id: null, startsLeft: 1, ...change })
  return renderToString(
    <QueryClientProvider client={new QueryClient()}>
      <IntlProvider locale="en" timeZone="UTC" messages={messages}>
        <MemoryRouter>
          <ConversationStarter conversation={conversation} onSuggest={() => {}} />
        </MemoryRouter>
      </IntlProvider>
    </QueryClientProvider>,
  )
}

test('an empty conversation invites to write, with suggestions', () => {
  const html = render({})
  expect(html).toContain('Say hello to Ana')
  expect(html).toContain(chat.first.text)
  expect(html).toContain('<button')
})

test.each(['partner_left', 'blocked', 'cannot_reply_yet', 'conversation_limit'] as const)(
  'an empty conversation where nothing can be sent (%s) shows the partner and does not invite to write',
  (rejection) => {
    const html = render({ rejection })
    expect(html).toContain('>Ana<')
    expect(html).not.toContain('Say hello')
    expect(html).not.toContain(chat.first.text)
    expect(html).not.toContain('<button')
    expect(html).not.toContain('can start')
  },
)
