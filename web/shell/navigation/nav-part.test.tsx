import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToString } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import type { Messages } from 'use-intl/core'
import { expect, test, vi } from 'vitest'
import { userQuery } from '#web/features/accounts/queries.ts'
import { chatsQuery } from '#web/features/chat/queries.ts'
import { settingsQuery } from '#web/features/settings/queries.ts'
import { TextsProvider } from '#web/i18n/texts-provider.tsx'
import { keepingParts } from '#web/ui/kept.ts'
import english from '#locales/en/shell.json' with { type: 'json' }
import french from '#locales/fr/shell.json' with { type: 'json' }
import { useNavEntries } from './nav-entries.tsx'
import { NavPart } from './nav-part.tsx'

// The server's build has this alias.
vi.mock('use-intl', () => import('#web/i18n/on-server/use-intl.tsx'))

const site = { settings: {} }
const rendered = vi.fn<() => void>()

function Entries() {
  rendered()
  return useNavEntries()
    .map(({ label, isCurrent, count }) => `${label}${isCurrent ? '*' : ''}${count > 0 ? ` ${count}` : ''}`)
    .join(', ')
}

interface Page {
  path: string
  language?: 'en' | 'fr'
  unread?: number
}

function render({ path, language = 'en', unread }: Page) {
  const client = new QueryClient()
  // With only what the bars read.
  client.setQueryData(settingsQuery().queryKey, site as never)
  client.setQueryData(userQuery().queryKey, { user: { profile: { id: 'me' } } } as never)
  if (unread !== undefined) client.setQueryData(chatsQuery().queryKey, { totals: { unread_messages: unread } } as never)
  const catalogue = { shell: language === 'en' ? english : french } as unknown as Messages
  const settings = { language, locale: language, country: 'GB', countryName: '', timeZone: 'UTC' } as const
  return keepingParts(() =>
    renderToString(
      <QueryClientProvider client={client}>
        <TextsProvider
          initial={{ ...settings, countryLanguages: ['en'], catalogue, now: new Date('2026-03-01T12:00:00Z') }}
        >
          <MemoryRouter initialEntries={[path]}>
            <NavPart
              name="test"
              part={
                <nav>
                  <Entries />
                </nav>
              }
            />
          </MemoryRouter>
        </TextsProvider>
      </QueryClientProvider>,
    ),
  )
}

test('the entries are rendered once for a page of the navigation and a language', () => {
  const members = render({ path: '/members' })
  expect(members).toBe('<nav>Search members*, Messages, Likes</nav>')
  expect(render({ path: '/members/other' })).toBe(members)
  expect(rendered).toHaveBeenCalledOnce()
  expect(render({ path: '/chats' })).toBe('<nav>Search members, Messages*, Likes</nav>')
  expect(render({ path: '/members', language: 'fr' })).not.toBe(members)
})

test('entries with counts are rendered for their member', () => {
  render({ path: '/likes' })
  expect(render({ path: '/likes', unread: 3 })).toBe('<nav>Search members, Messages 3, Likes*</nav>')
  expect(render({ path: '/likes' })).toBe('<nav>Search members, Messages, Likes*</nav>')
})
