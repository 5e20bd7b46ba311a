import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToString } from 'react-dom/server'
import type { Messages } from 'use-intl/core'
import { expect, test, vi } from 'vitest'
import type { Conversation } from '#contract/chat.ts'
import { IntlProvider } from '#web/i18n/on-server/use-intl.tsx'
import chat from '#locales/en/chat.json' with { type: 'json' }
import conversationTexts from '#locales/en/conversation.json' with { type: 'json' }
import profiles from '#locales/en/profiles.json' with { type: 'json' }
import { ConversationStarter } from './conversation-starter.tsx'
import { openConversation } from './test-conversation.ts'

// The server's build has this alias.
vi.mock('use-intl', () => import('#web/i18n/on-server/use-intl.tsx'))

function render(part: Partial<Conversation>) {
  const messages = { chat, conversation: conversationTexts, profiles } as unknown as Messages
  return renderToString(
    <QueryClientProvider client={new QueryClient()}>
      <IntlProvider locale="en" timeZone="UTC" messages={messages} formats={{}}>
        <ConversationStarter
          conversation={openConversation({ id: null, ...part }).conversation}
          offersCredits={false}
          onSuggest={() => {}}
        />
      </IntlProvider>
    </QueryClientProvider>,
  )
}

test('an empty conversation invites to write and suggests first messages', () => {
  const html = render({})
  expect(html).toContain('Say hello to Ana')
  expect(html).toContain('To break the ice')
})

test.each(['blocked', 'conversation_limit', 'partner_left'] as const)(
  'where nothing can be sent no one is invited to write: %s',
  (rejection) => {
    const html = render({ rejection })
    expect(html).not.toContain('Say hello')
    expect(html).not.toContain('good start')
    expect(html).not.toContain('To break the ice')
    expect(html).toContain('Ana')
  },
)
