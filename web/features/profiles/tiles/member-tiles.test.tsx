import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToString } from 'react-dom/server'
import { createRoutesStub } from 'react-router'
import { IntlProvider } from '#web/i18n/intl.tsx'
import { expect, test } from 'vitest'
import texts from '#locales/en/profiles.json' with { type: 'json' }
import type { ProfileCard } from '#contract/profiles/schemas.ts'
import { MemberTiles, type Hearts } from './member-tiles.tsx'

const ada: ProfileCard = {
  id: 'ada01',
  name: 'Ada',
  age: 36,
  gender: 'female',
  country: 'GB',
  region: 'London',
  city: null,
  isOnline: true,
  photo: null,
  isLiked: true,
  isMatch: false,
  isFictional: false,
  isVerified: false,
}
const hearts: Hearts = { isLiked: ({ isLiked }) => isLiked, labelOf: ({ name }) => `Unlike ${name}`, toggle: () => {} }

function htmlOf(member: ProfileCard, shown: Hearts | null) {
  const Stub = createRoutesStub([
    { path: '/', Component: () => <MemberTiles members={[member]} hearts={shown} urgentCount={1} /> },
  ])
  return renderToString(
    <QueryClientProvider client={new QueryClient()}>
      <IntlProvider locale="en" messages={{ profiles: texts }} timeZone="UTC">
        <Stub />
      </IntlProvider>
    </QueryClientProvider>,
  )
}

test('a tile is a link with name and age, works without scripts, and says who is online', () => {
  const html = htmlOf(ada, null)
  expect(html).toContain('<a href="/members/ada01">Ada, 36</a>')
  expect(html).toContain(texts.tile.online)
  expect(html).toContain('<p>London</p>')
  expect(html).not.toContain('<button')
})

test('a heart says whose it is and whether it is pressed', () => {
  expect(htmlOf(ada, hearts)).toContain('value="ada01" aria-pressed="true" aria-label="Unlike Ada"')
  expect(htmlOf({ ...ada, isLiked: false }, hearts)).toContain('aria-pressed="false"')
})

test('a locked photo is only ever the locked version', () => {
  const html = htmlOf(
    { ...ada, photo: { id: 'photo1', width: 3, height: 4, preview: 'data:image/png;base64,AA', isLocked: true } },
    null,
  )
  expect(html).toContain('locked')
  expect(html).not.toMatch(/\/(?:thumb|tile|medium|large)|srcSet/)
})
