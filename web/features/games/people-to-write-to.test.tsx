import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToString } from 'react-dom/server'
import { createRoutesStub } from 'react-router'
import { expect, test } from 'vitest'
import chat from '#locales/en/chat.json' with { type: 'json' }
import games from '#locales/en/games.json' with { type: 'json' }
import profiles from '#locales/en/profiles.json' with { type: 'json' }
import { chatsQuery } from '#web/features/chat/queries.ts'
import { newMatchesQuery } from '#web/features/likes/queries.ts'
import { IntlProvider } from '#web/i18n/intl.tsx'
import { ToastProvider } from '#web/ui/feedback/toast.tsx'
import { discoveryQuery } from './discovery-query.ts'
import { PeopleToWriteTo } from './people-to-write-to.tsx'

const member = { photo: null, age: 30, isOnline: false, isFictional: false }

/** Renders the section for a match and two members for today. The first of them is that match. */
function render() {
  const client = new QueryClient()
  // Only what the rows read.
  const match = { ...member, id: 'ada01', name: 'Ada', reasons: [] }
  const today = [match, { ...member, id: 'eva01', name: 'Eva', reasons: [] }]
  client.setQueryData(chatsQuery().queryKey, { chats: [] } as never)
  client.setQueryData(newMatchesQuery().queryKey, { results: [match] } as never)
  client.setQueryData(discoveryQuery().queryKey, { today } as never)
  const Stub = createRoutesStub([{ path: '/', Component: PeopleToWriteTo }])
  return renderToString(
    <QueryClientProvider client={client}>
      <IntlProvider locale="en" messages={{ chat, games, profiles }} timeZone="UTC">
        <ToastProvider regionLabel="Notifications" closeLabel="Close">
          <Stub />
        </ToastProvider>
      </IntlProvider>
    </QueryClientProvider>,
  )
}

test('a match, with which the list of conversations begins, does not appear again (GAME-8)', () => {
  const html = render()
  expect(html).toContain('href="/members/eva01"')
  expect(html).not.toContain('ada01')
})
