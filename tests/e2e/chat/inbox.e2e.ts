import type { Page } from '@playwright/test'
import type { Member } from '#tests/support/builders.ts'
import { likeProfile } from '#contract/likes/calls.ts'
import { CHATS_BESIDE_CONVERSATION } from '#contract/limits.ts'
import { callsTo } from '#tests/support/audits/site-calls.ts'
import { writeTo } from '../support/chat-steps.ts'
import { containing, visit, visitConnected } from '../support/screen.ts'
import { barLink } from '../support/steps.ts'
import { expect, test } from '../support/test.ts'

test(
  'the list keeps its place, is searched and filtered, and new matches stand above it',
  { tag: '@phone' },
  async ({ open, build, origin, t }) => {
    const ada = await build({ name: 'Ada', credits: 20 })
    // In turn: all at once could wait too long for one of the few connections of this context.
    const men: Member[] = []
    for (let number = 0; number < 16; number += 1) {
      const man = await build({ name: `Man ${number}`, gender: 'male', credits: 2 })
      await writeTo(origin, { from: man, to: ada, body: `Greetings of ${man.name}` })
      men.push(man)
    }
    const mia = await build({ name: 'Mia' })
    await build({ name: 'Noah', gender: 'male' })
    await callsTo(origin, ada)(likeProfile, { params: { profileId: mia.profileId } })
    await callsTo(origin, mia)(likeProfile, { params: { profileId: ada.profileId } })

    const page = await open(ada)
    await visit(page, '/chats')
    const list = page.getByRole('list', { name: t('chat.title') })
    await expect(list.getByRole('listitem')).toHaveCount(16)
    const matches = page.getByRole('region', { name: t('chat-list.matches.title') })
    await expect(matches.getByRole('link', { name: 'Mia' })).toBeVisible()

    // Beside the list, on wide screens: others, with links to their profiles. The match is in the list.
    const people = page.getByRole('region', { name: t('games.discovery.today') })
    if (isWide(page)) {
      await expect(people.getByRole('link').first()).toHaveAttribute('href', /^\/members\/[\w-]+$/)
      await expect(people.getByRole('link', { name: 'Mia' })).toHaveCount(0)
    } else await expect(people).toHaveCount(0)

    // The oldest conversation is below the screen. After a visit to it the list is where it was.
    const last = list.getByRole('link', { name: /Man 0/ })
    await last.scrollIntoViewIfNeeded()
    const before = await last.boundingBox()
    const read = page.waitForResponse(/\/api\/conversations\/[^/]+\/read$/)
    await last.click()
    await expect(page.getByRole('log')).toContainText('Greetings of Man 0')
    await read
    const conversationPath = new URL(page.url()).pathname
    await page.goBack()
    await expect(page).toHaveURL('/chats')
    await expect(last).toBeInViewport()
    await expect.poll(async () => (await last.boundingBox())?.y).toBe(before?.y)

    await page.getByRole('searchbox', { name: t('chat-list.search') }).fill('man 7')
    await expect(list.getByRole('listitem')).toHaveCount(1)
    await expect(list).toContainText('Greetings of Man 7')
    await expect(page.getByRole('status').filter({ hasText: t('chat-list.results', { count: 1 }) })).toHaveCount(1)
    await page.getByRole('searchbox', { name: t('chat-list.search') }).fill('zzz')
    await page.getByRole('button', { name: t('chat-list.none.action') }).click()
    await page.getByRole('checkbox', { name: t('chat-list.filters.unread'), exact: true }).click()
    await expect(list.getByRole('listitem')).toHaveCount(15)
    await page.getByRole('checkbox', { name: t('chat-list.filters.matches'), exact: true }).click()
    await expect(page.getByText(t('chat-list.none.title'))).toBeVisible()

    // A conversation is sent with a part of the list, which a phone hides. The rest follows.
    const conversation = await page.request.get(conversationPath)
    const links = (await conversation.text()).match(/href="\/chats\/[\w-]+"/g)
    expect(new Set(links).size).toBe(CHATS_BESIDE_CONVERSATION)
    await visit(page, conversationPath)
    await expect(page.locator('a[href^="/chats/"]').filter({ hasText: 'Greetings of Man' })).toHaveCount(16)

    // A match is a badge beside the name: the row keeps what was written.
    await page.goto('about:blank')
    const one = men[3] ?? ada
    await callsTo(origin, ada)(likeProfile, { params: { profileId: one.profileId } })
    await callsTo(origin, one)(likeProfile, { params: { profileId: ada.profileId } })
    await visit(page, '/chats')
    const first = list.getByRole('listitem').first()
    await expect(first).toContainText('Greetings of Man 3')
    await expect(first.getByRole('img', { name: t('chat-list.last.match'), exact: true })).toBeVisible()
  },
)

test('older conversations stay while the list is fetched again, and a page that fails can be repeated', async ({
  open,
  build,
  origin,
  t,
  watch,
}) => {
  const ada = await build({ name: 'Ada' })
  const men: Member[] = []
  for (let number = 0; number < 6; number += 1) {
    const man = await build({ name: `Man ${number}`, gender: 'male', credits: 10 })
    await writeTo(origin, { from: man, to: ada, body: `Greetings of ${man.name}` })
    men.push(man)
  }
  const page = await open(ada)
  watch.expectCuts()
  let mode: 'reply' | 'hold' | 'fail' | 'end' = 'reply'
  const held: (() => void)[] = []
  let pending = 0
  // A key names its place by the conversation before it, so it is another one in another order.
  let order = 1
  // Pages of two conversations instead of many.
  await page.route(/\/api\/chats(\?.*)?$/, async (route) => {
    const after = Number.parseInt(new URL(route.request().url()).searchParams.get('after') ?? '0')
    if (after > 0 && mode === 'hold') {
      const { promise, resolve } = Promise.withResolvers<void>()
      held.push(resolve)
      await promise
    }
    if (mode === 'end' || (after > 0 && mode === 'fail')) return route.abort('failed')
    pending += 1
    const url = new URL(route.request().url())
    url.searchParams.delete('after')
    const reply = await route.fetch({ url: url.href })
    const list = (await reply.json()) as { chats: unknown[] }
    const chats = list.chats.slice(after, after + 2)
    const next = after + 2 < list.chats.length ? `${after + 2} of order ${order}` : null
    await route.fulfill({ response: reply, json: { ...list, chats, next } })
    pending -= 1
  })
  await visitConnected(page, '/members')
  await barLink(page, t, 'messages').click()
  const list = page.getByRole('list', { name: t('chat.title') })
  await expect(list.getByRole('listitem')).toHaveCount(6)

  order = 2
  mode = 'hold'
  const stranger = await build({ name: 'Stranger', gender: 'male', credits: 10 })
  await writeTo(origin, { from: stranger, to: ada, body: 'Hello' })
  await expect(list.getByRole('link', { name: /Stranger/ })).toBeVisible()
  await expect.poll(() => held.length).toBeGreaterThan(0)
  await expect(list.getByRole('link', { name: /Man 0/ })).toBeVisible()

  mode = 'fail'
  for (const release of held) release()
  await expect(list.getByText(t('chat-list.failed'))).not.toHaveCount(0)
  mode = 'reply'
  await list
    .getByRole('button', { name: t('common.retry') })
    .first()
    .click()
  for (const man of men) await expect(list.getByRole('link', { name: containing(man.name) })).toHaveCount(1)
  // What is still being fetched when the page closes would fail the test.
  mode = 'end'
  await expect.poll(() => pending).toBe(0)
})

test('a filtered list stays when it cannot be fetched again', async ({ open, build, origin, t, watch }) => {
  const ada = await build({ name: 'Ada' })
  const ben = await build({ name: 'Ben', gender: 'male', credits: 10 })
  await writeTo(origin, { from: ben, to: ada, body: 'Hello' })
  const page = await open(ada)
  await visitConnected(page, '/chats')
  await page.getByRole('searchbox', { name: t('chat-list.search') }).fill('Ben')
  await expect(page.getByRole('status').filter({ hasText: t('chat-list.results', { count: 1 }) })).toHaveCount(1)
  watch.expectError(403, '/api/chats')
  await page.route(/\/api\/chats\?.*search/, (route) =>
    route.fulfill({ status: 403, json: { error: { code: 'request.failed', requestId: 'one' } } }),
  )
  const failed = page.waitForResponse(/\/api\/chats\?.*search/)
  // Who writes for the first time has no row: all lists are fetched again.
  const cleo = await build({ name: 'Cleo', credits: 10 })
  await writeTo(origin, { from: cleo, to: ada, body: 'Hi' })
  await (await failed).finished()
  // By then the page has handled the reply.
  await page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        requestIdleCallback(() => resolve())
      }),
  )
  await expect(page.getByRole('list', { name: t('chat.title') }).getByRole('link', { name: /Ben/ })).toBeVisible()
  await expect(page.getByText(t('chat-list.failed'))).toHaveCount(0)
})

test('a message elsewhere is announced with its beginning, discreetly with the name alone', async ({
  open,
  build,
  origin,
  t,
}) => {
  const ada = await build({ name: 'Ada' })
  const ben = await build({ name: 'Ben', gender: 'male', credits: 20 })
  const page = await open(ada)
  await visitConnected(page, '/notifications/notifications')
  await writeTo(origin, { from: ben, to: ada, body: 'Are you there?' })
  await expect(page.getByRole('dialog', { name: 'Ben', exact: true })).toContainText('Are you there?')

  await page.getByRole('switch', { name: t('chat-list.discreet.label') }).click()
  await writeTo(origin, { from: ben, to: ada, body: 'This is for you alone.' })
  const notices = page.getByRole('dialog', { name: t('chat-list.toast.discreet', { name: 'Ben' }), exact: true })
  // It stays while the pointer is on it.
  await notices.hover()
  await expect(notices).toBeVisible()
  await expect(notices).not.toContainText('for you alone')
  await notices.getByRole('button', { name: t('chat-list.toast.open'), exact: true }).click()
  await expect(page.getByRole('log')).toContainText('This is for you alone.')

  // In the conversation itself nothing is announced, and its tab is lit, not that of the search.
  await writeTo(origin, { from: ben, to: ada, body: 'Hello?' })
  await expect(page.getByRole('log')).toContainText('Hello?')
  await visit(page, `/members/${ben.profileId}/chat`)
  await expect(barLink(page, t, 'messages')).toHaveAttribute('aria-current', 'page')
  await expect(barLink(page, t, 'members')).not.toHaveAttribute('aria-current')
})

test('a message is announced that comes while scripts are loaded', async ({ open, build, origin }) => {
  const ada = await build({ name: 'Ada' })
  const ben = await build({ name: 'Ben', gender: 'male', credits: 20 })
  const page = await open(ada)
  const { promise: release, resolve: answer } = Promise.withResolvers<void>()
  let isLive = false
  await page.route('**/assets/*.js', async (route) => {
    if (isLive) await release
    // The last script that the socket needs.
    if (route.request().url().includes('/live-for-member-')) isLive = true
    await route.continue()
  })
  page.on('websocket', (socket) =>
    socket.on('framereceived', ({ payload }) => {
      if (String(payload).includes('Are you there?')) answer()
    }),
  )
  await visitConnected(page, '/notifications/notifications')
  expect(isLive).toBe(true)
  await writeTo(origin, { from: ben, to: ada, body: 'Are you there?' })
  await expect(page.getByRole('dialog', { name: 'Ben', exact: true })).toContainText('Are you there?')
})

test('a message is not announced in its conversation, opened while the name of the sender was fetched', async ({
  open,
  build,
  origin,
}) => {
  const ada = await build({ name: 'Ada' })
  const ben = await build({ name: 'Ben', gender: 'male', credits: 20 })
  const page = await open(ada)
  const list = /\/api\/chats(\?.*)?$/
  // The page fetches the list once it is connected. A fetch under way would serve the message too.
  const fetched = page.waitForEvent('requestfinished', (request) => list.test(request.url()))
  await visitConnected(page, `/members/${ben.profileId}`)
  await fetched
  const { promise: release, resolve: answer } = Promise.withResolvers<void>()
  await page.route(list, async (route) => {
    await release
    await route.continue()
  })
  const asked = page.waitForRequest(list)
  await writeTo(origin, { from: ben, to: ada, body: 'Are you there?' })
  await asked
  await page.getByRole('main').locator(`a[href="/members/${ben.profileId}/chat"]`).first().click()
  await expect(page).toHaveURL(`/members/${ben.profileId}/chat`)
  answer()
  await expect(page.getByRole('log')).toContainText('Are you there?')
  // Announced after what would have been announced of Ben.
  const cleo = await build({ name: 'Cleo', credits: 20 })
  await writeTo(origin, { from: cleo, to: ada, body: 'And you?' })
  await expect(page.getByRole('dialog', { name: 'Cleo', exact: true })).toBeVisible()
  expect(await page.getByRole('dialog', { name: 'Ben', exact: true }).count()).toBe(0)
})

/** Whether a page shows the pane beside the list. */
function isWide(page: Page) {
  return (page.viewportSize()?.width ?? 0) >= 992
}
