import { markRead } from '#contract/chat/calls.ts'
import { HTTP_RETRIES, MESSAGES_PAGE_SIZE } from '#contract/limits.ts'
import { callsTo } from '#tests/support/audits/site-calls.ts'
import { composer, feed, tick, write, writeTo } from '../support/chat-steps.ts'
import { countRenders } from '../support/renders.ts'
import { visit, visitConnected } from '../support/screen.ts'
import { expect, test } from '../support/test.ts'

test('older messages that could not be fetched are asked for again by a press alone', async ({
  open,
  build,
  origin,
  t,
  watch,
}) => {
  const ada = await build({ name: 'Ada' })
  const ben = await build({ name: 'Ben', gender: 'male', credits: 200 })
  for (let number = 0; number <= MESSAGES_PAGE_SIZE; number += 1)
    await writeTo(origin, { from: ben, to: ada, body: `Question ${number}.` })
  const page = await open(ada)
  watch.expectError(500, '/api/conversations/')
  let requests = 0
  await page.route(/\/messages\?before=/, (route) => {
    requests += 1
    return route.fulfill({ status: 500, json: { error: { code: 'request.failed' } } })
  })
  await visit(page, `/members/${ben.profileId}/chat`)
  const older = page.getByRole('button', { name: t('chat.older') })
  await older.evaluate((button) => button.scrollIntoView())
  await expect(feed(page).getByText(t('errors.request.failed'))).toBeVisible()
  await feed(page).evaluate(async (box) => {
    for (let step = 1; step <= 10; step += 1) {
      box.scrollBy(0, step % 2 === 0 ? -40 : 40)
      await new Promise(requestAnimationFrame)
    }
  })
  expect(requests).toBe(1 + HTTP_RETRIES)
  await page.unroute(/\/messages\?before=/)
  await older.click()
  await expect(feed(page)).toContainText('Question 0.')
})

test('a small change renders few messages of a long conversation again', async ({ open, build, origin, t }) => {
  const ada = await build({ name: 'Ada', credits: 100 })
  const ben = await build({ name: 'Ben', gender: 'male', credits: 100 })
  for (let number = 0; number < 15; number += 1) {
    await writeTo(origin, { from: ada, to: ben, body: `Question ${number}` })
    await writeTo(origin, { from: ben, to: ada, body: `Answer ${number}` })
  }
  const { message } = await writeTo(origin, { from: ben, to: ada, body: 'And you?' })
  // Ben's page would read part after part, and each would render ticks again.
  const { conversationId, seq } = message
  await callsTo(origin, ben)(markRead, { params: { conversationId }, body: { seq } })
  const [page, benPage] = [await open(ada), await open(ben)]
  const renders = await countRenders(page, '[data-seq], [id^="message-"]')
  // 'is typing' goes by both sockets, and not later.
  await visitConnected(page, `/members/${ben.profileId}/chat`)
  await expect(feed(page)).toContainText('And you?')
  const row = page.getByRole('list', { name: t('chat.title') }).getByRole('link', { name: /Ben/ })
  await expect(row).toHaveAttribute('aria-current', 'page')
  await visitConnected(benPage, `/members/${ada.profileId}/chat`)
  await expect(tick(page, t, 'read')).toBeVisible()

  const typing = await renders.during(async () => {
    await composer(benPage, t, 'Ada').pressSequentially('I')
    await expect(page.getByText(t('chat.typing', { name: 'Ben' }))).toBeAttached()
  })
  expect(typing).toBe(0)
  const oneMessage = await renders.during(async () => {
    await composer(benPage, t, 'Ada').fill('I do.')
    await composer(benPage, t, 'Ada').press('Enter')
    await expect(feed(page)).toContainText('I do.')
  })
  // Its own parts, and those of the message before it, which leaves the tab order to it.
  expect(oneMessage).toBeGreaterThan(0)
  expect(oneMessage).toBeLessThan(100)
})

test('messages that wait on the device do not lead away from the unread ones', async ({
  open,
  build,
  origin,
  t,
  watch,
}) => {
  const ada = await build({ name: 'Ada', credits: 20 })
  const ben = await build({ name: 'Ben', gender: 'male', credits: 100 })
  await writeTo(origin, { from: ada, to: ben, body: 'Tell me more' })
  const page = await open(ada)
  watch.expectCuts()
  await page.route(/\/api\/members\/\w+\/messages$/, (route) => route.abort('internetdisconnected'))
  await visit(page, `/members/${ben.profileId}/chat`)
  await write(page, t, { name: 'Ben', text: 'Are you there?' })
  await expect(tick(page, t, 'sending')).toBeVisible()
  await visit(page, '/members')
  for (let number = 0; number < 20; number += 1) {
    await writeTo(origin, { from: ben, to: ada, body: `Part ${number}\nof a long\nstory` })
  }
  await visit(page, `/members/${ben.profileId}/chat`)
  await expect(feed(page)).toContainText('Are you there?')
  await expect(page.getByText(t('chat.unread'), { exact: true })).toBeInViewport()
  // What is written now is shown.
  await write(page, t, { name: 'Ben', text: 'A good one' })
  await expect(feed(page).getByText('A good one')).toBeInViewport()
})
