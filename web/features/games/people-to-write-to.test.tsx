import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { renderToString } from 'react-dom/server'
import { createRoutesStub } from 'react-router'
import { expect, test } from 'vitest'
import chatList from '#locales/en/chat-list.json' with { type: 'json' }
import chat from '#locales/en/chat.json' with { type: 'json' }
import games from '#locales/en/games.json' with { type: 'json' }
import profiles from '#locales/en/profiles.json' with { type: 'json' }
import { chatsQuery } from '#web/features/chat/queries.ts'
import { newMatchesQuery } from '#web/features/likes/queries.ts'
import { IntlProvider } from '#web/i18n/intl.tsx'
import { NowProvider } from '#web/i18n/now.tsx'
import { ToastProvider } from '#web/ui/feedback/toast.tsx'
import { discoveryQuery } from './discovery-query.ts'
import { PeopleToWriteTo } from './people-to-write-to.tsx'

const member = { photo: null, age: 30, isOnline: false, isFictional: false }

/** Renders the section for a match and a member for today. */
function render(element: ReactElement) {
  const client = new QueryClient()
  // Only what the rows read.
  const match = { ...member, id: 'ada01', name: 'Ada', likedAt: '2026-11-24T12:00:00Z' }
  const today = [match, { ...member, id: 'eva01', name: 'Eva', reasons: [] }]
  client.setQueryData(chatsQuery().queryKey, { chats: [] } as never)
  client.setQueryData(newMatchesQuery().queryKey, { results: [match] } as never)
  client.setQueryData(discoveryQuery().queryKey, { today } as never)
  const Stub = createRoutesStub([{ path: '/', Component: () => element }])
  return renderToString(
    <QueryClientProvider client={client}>
      <IntlProvider locale="en" messages={{ 'chat-list': chatList, chat, games, profiles }} timeZone="UTC">
        <NowProvider initial={new Date('2026-11-25T12:00:00Z')}>
          <ToastProvider regionLabel="Notifications" closeLabel="Close">
            <Stub />
          </ToastProvider>
        </NowProvider>
      </IntlProvider>
    </QueryClientProvider>,
  )
}

test('a match comes first, and leads to the chat (GAME-8)', () => {
  const html = render(<PeopleToWriteTo />)
  expect(html).toMatch(/href="\/members\/ada01\/chat".*href="\/members\/eva01"/s)
})

test('below the list, which begins with the matches, they do not appear again (GAME-8)', () => {
  const html = render(<PeopleToWriteTo hasMatches={false} />)
  expect(html).toContain('href="/members/eva01"')
  expect(html).not.toContain('ada01')
})
