import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToString } from 'react-dom/server'
import { createRoutesStub } from 'react-router'
import { expect, test } from 'vitest'
import chatList from '#locales/en/chat-list.json' with { type: 'json' }
import chat from '#locales/en/chat.json' with { type: 'json' }
import profiles from '#locales/en/profiles.json' with { type: 'json' }
import { newMatchesQuery } from '#web/features/likes/queries.ts'
import { settingsQuery } from '#web/features/settings/queries.ts'
import { IntlProvider } from '#web/i18n/intl.tsx'
import { NowProvider } from '#web/i18n/now.tsx'
import { NewMatches } from './new-matches.tsx'

const match = { id: 'ada01', name: 'Ada', photo: null, isOnline: false, likedAt: '2026-11-24T12:00:00Z' }

test('a match without a conversation that is a fictional profile has its label (PRO-13)', () => {
  const client = new QueryClient()
  // Only what the row reads.
  const results = [
    { ...match, isFictional: false },
    { ...match, id: 'luna1', name: 'Luna', isFictional: true },
  ]
  client.setQueryData(newMatchesQuery().queryKey, { results } as never)
  const texts = { warning: '', singular: '', plural: '' }
  const settings = { fictional_icon: '✱', 'fictional_warning/singular/plural': texts }
  client.setQueryData(settingsQuery().queryKey, { settings } as never)
  const Stub = createRoutesStub([{ path: '/', Component: () => <NewMatches chats={[]} /> }])
  const html = renderToString(
    <QueryClientProvider client={client}>
      <IntlProvider locale="en" messages={{ 'chat-list': chatList, chat, profiles }} timeZone="UTC">
        <NowProvider initial={new Date('2026-11-25T12:00:00Z')}>
          <Stub />
        </NowProvider>
      </IntlProvider>
    </QueryClientProvider>,
  )
  const [before, after] = html.split('Luna')
  expect(before).toContain('Ada')
  expect(before).not.toContain(profiles.fictional.singular)
  expect(after).toContain(profiles.fictional.singular)
  expect(after).toContain(profiles.fictional.warning)
})
