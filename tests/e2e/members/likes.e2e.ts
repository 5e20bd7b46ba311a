import { likeProfile } from '#contract/likes/calls.ts'
import { DEFAULT_MESSAGE_CREDITS } from '#contract/limits.ts'
import { SECOND } from '#contract/time.ts'
import type { Member } from '#tests/support/builders.ts'
import { callsTo } from '#tests/support/audits/site-calls.ts'
import { sendButton } from '../support/chat-steps.ts'
import { expectStored } from '../support/device.ts'
import { uploadPhotos } from '../support/photos.ts'
import { pressIn, visit, visitConnected, waitForHydration } from '../support/screen.ts'
import { barLink } from '../support/steps.ts'
import { expect, test } from '../support/test.ts'

test(
  'a like that is returned is shown to both members as a match at once',
  { tag: '@phone' },
  async ({ open, build, origin, t, watch }) => {
    const ada = await build({ name: 'Ada', credits: 20 })
    const ben = await build({ name: 'Ben', gender: 'male' })
    // Of a member under the pointer, below the dialog, who leaves meanwhile: the members of other tests.
    watch.acceptError(404, '/api/members/')
    for (const member of [ada, ben]) await uploadPhotos(origin, { member, visibilities: ['public'] })
    await callsTo(origin, ben)(likeProfile, { params: { profileId: ada.profileId } })
    const [adaPage, benPage] = [await open(ada), await open(ben)]
    await visitConnected(benPage, '/members')
    await visit(adaPage, `/members/${ben.profileId}`)
    await adaPage.getByRole('button', { name: t('likes.like'), exact: true }).click()

    const adaDialog = adaPage.getByRole('dialog', { name: t('likes.match.title'), exact: true })
    const benDialog = benPage.getByRole('dialog', { name: t('likes.match.title'), exact: true })
    await expect(adaDialog).toBeVisible()
    await expect(benDialog).toBeVisible()
    await expect(adaDialog).toContainText(t('likes.match.text', { name: 'Ben' }))
    await expect(benDialog).toContainText(t('likes.match.text', { name: 'Ada' }))

    // Nothing that is typed lands in the dialog by accident.
    await expect(adaDialog.getByRole('heading', { name: t('likes.match.title'), exact: true })).toBeFocused()

    // It moves only for those who want motion.
    const motions = () =>
      adaDialog.evaluate((dialog) => {
        const visible = [...dialog.querySelectorAll('*')].filter((element) => element.checkVisibility())
        return [...new Set(visible.map((element) => getComputedStyle(element).animationName))]
      })
    expect(await motions()).toEqual(['none'])
    await adaPage.emulateMedia({ reducedMotion: 'no-preference' })
    await expect.poll(motions).toEqual(expect.arrayContaining(['confetti', 'pop']))
    await adaPage.emulateMedia({ reducedMotion: 'reduce' })

    // Ben has no credits: the dialog shows no price, and leads to the conversation, which says why.
    await expect(benDialog.getByRole('link', { name: t('likes.match.toChat') })).toBeVisible()
    await expect(benDialog.getByRole('textbox')).toHaveCount(0)
    await benDialog.getByText(t('likes.match.text', { name: 'Ada' })).click()
    await expect(benDialog).toBeHidden()
    // A suggestion fills the field, and is gone with the first word of one's own.
    const field = adaDialog.getByLabel(t('likes.match.write', { name: 'Ben' }))
    const suggestions = adaDialog.getByRole('region', { name: t('chat-conversation.starter.suggestions') })
    await suggestions.getByRole('button').first().click()
    await expect(field).not.toHaveValue('')
    await expect(suggestions).toBeHidden()
    // The dialog ends above a keyboard that covers the page, here of a tablet as well.
    const setArea = (height: string) =>
      adaPage.evaluate((value) => document.documentElement.style.setProperty('--area-height', value), height)
    await setArea('480px')
    await expect.poll(async () => (await adaDialog.boundingBox())?.height).toBe(480)
    await setArea('')
    await field.fill('Well, hello.')
    // A match is no place for a price.
    await expect(adaDialog).not.toContainText(t('chat-conversation.price', { count: DEFAULT_MESSAGE_CREDITS }))
    await adaDialog.getByRole('button', { name: t('likes.match.send'), exact: true }).click()
    await expect(adaPage).toHaveURL(`/members/${ben.profileId}/chat`)
    await expect(adaPage.getByRole('log')).toContainText('Well, hello.')
    await expect(benPage).toHaveTitle(/^\(\d+\) /)

    for (const page of [adaPage, benPage]) {
      await visit(page, '/likes/matches')
      await expect(page.getByRole('article')).toHaveCount(1)
      const partner = page === adaPage ? ben : ada
      await expect(page.getByRole('link', { name: t('likes.match.write', { name: partner.name }) })).toHaveAttribute(
        'href',
        `/members/${partner.profileId}/chat`,
      )
      // What the list has shown does not wait any more.
      await expect(barLink(page, t, 'likes')).not.toContainText(t('shell.nav.newLikes', { count: 1 }))
    }
  },
)

test('a new like is counted in the bar and the title until it is seen', async ({ open, build, origin, t }) => {
  const ada = await build({ name: 'Ada', credits: 20 })
  const ben = await build({ name: 'Ben', gender: 'male' })
  const page = await open(ada)
  // As on a device with badges of apps.
  await page.addInitScript(() => {
    Object.assign(navigator, { setAppBadge: async (count: number) => Object.assign(window, { appBadge: count }) })
  })
  const appBadge = () => page.evaluate(() => (window as { appBadge?: number }).appBadge)
  await visit(page, '/members')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await callsTo(origin, ben)(likeProfile, { params: { profileId: ada.profileId } })
  await expect(page).toHaveTitle(/^\(1\) /)
  await expect(barLink(page, t, 'likes')).toContainText(t('shell.nav.newLikes', { count: 1 }))
  await expect.poll(appBadge).toBe(1)

  await barLink(page, t, 'likes').click()
  await expect(page.getByRole('heading', { level: 1, name: t('likes.title') })).toBeVisible()
  const tile = page.getByRole('article').filter({ hasText: 'Ben' })
  const isNew = tile.getByText(t('likes.new'), { exact: true })
  await expect(isNew).toBeVisible()
  await expect(tile.getByText(t('search.isSameTown'), { exact: true })).toBeVisible()
  await expect(page.getByText(t('likes.free'))).toBeVisible()
  // The list has shown it: nothing waits any more, and the mark stays until the next visit.
  await expect(page).toHaveTitle(new RegExp(`^${t('likes.title')}`))
  await expect(barLink(page, t, 'likes')).not.toContainText(t('shell.nav.newLikes', { count: 1 }))
  await expect(isNew).toBeVisible()
  // At the next visit it is not marked any more, neither with the list that is cached nor with another one.
  await barLink(page, t, 'messages').click()
  await expect(page).toHaveURL('/chats')
  await barLink(page, t, 'likes').click()
  await expect(tile).toBeVisible()
  await expect(isNew).toHaveCount(0)
  await page.reload()
  await waitForHydration(page)
  await expect(tile).toBeVisible()
  await expect(isNew).toHaveCount(0)

  // Liking back takes one press.
  await tile.getByRole('button', { name: t('likes.heart.likeBack', { name: 'Ben' }) }).click()
  const dialog = page.getByRole('dialog', { name: t('likes.match.title'), exact: true })
  await expect(dialog).toBeVisible()
  await dialog.getByLabel(t('likes.match.write', { name: 'Ben' })).fill('Nice to match you')
  await pressIn(dialog, 'Escape')
  await expect(dialog).toBeHidden()
  const tabs = page.getByRole('navigation', { name: t('likes.tabs.label') })
  await expect(tabs.getByRole('link', { name: t('likes.tabs.matches') })).toContainText(t('likes.count', { count: 1 }))

  // What was written in the dialog is in the conversation.
  await expectStored(page, { database: 'chat', store: 'values', text: 'Nice to match you' })
  await visit(page, `/members/${ben.profileId}/chat`)
  await expect(page.getByLabel(t('chat.composer.label', { name: 'Ben' }))).toHaveValue('Nice to match you')
})

test(
  'a match waits while the member types, and the sentence goes to its own receiver',
  { tag: '@phone' },
  async ({ open, build, origin, t }) => {
    const ada = await build({ name: 'Ada', credits: 20 })
    const [ben, carl] = [await build({ name: 'Ben', gender: 'male' }), await build({ name: 'Carl', gender: 'male' })]
    const likeAs = (from: Member, to: Member) =>
      callsTo(origin, from)(likeProfile, { params: { profileId: to.profileId } })
    const page = await open(ada)
    await visitConnected(page, `/members/${carl.profileId}/chat`)
    const composer = page.getByLabel(t('chat.composer.label', { name: 'Carl' }))
    await composer.pressSequentially('I have thought about ')
    await likeAs(ada, ben)
    await likeAs(ben, ada)
    await expect(page.getByText(t('likes.match.announced', { name: 'Ben' }))).toBeVisible()
    await expect(page.getByRole('dialog', { name: t('likes.match.title'), exact: true })).toHaveCount(0)
    // The announcement does not lie over the button.
    await sendButton(page, t).click({ trial: true })
    await composer.pressSequentially('your question.')
    await expect(composer).toHaveValue('I have thought about your question.')
    await sendButton(page, t).click()
    await expect(page.getByRole('log')).toContainText('I have thought about your question.')
    await expect(page).toHaveURL(`/members/${carl.profileId}/chat`)

    // The announcement has gone by itself; the match is shown as soon as it interrupts nothing.
    await composer.blur()
    await expect(page.getByRole('dialog', { name: t('likes.match.title'), exact: true })).toContainText('Ben')
  },
)

test('two matches are shown one after the other', async ({ open, build, origin, t }) => {
  const ada = await build({ name: 'Ada', credits: 20 })
  const men = [await build({ name: 'Ben', gender: 'male' }), await build({ name: 'Carl', gender: 'male' })]
  const page = await open(ada)
  const matches: string[] = []
  page.on('websocket', (socket) =>
    socket.on('framereceived', ({ payload }) => {
      if (String(payload).includes('"type":"match"')) matches.push(String(payload))
    }),
  )
  // Without members below the dialog: one of another test may leave while the pointer is over its tile.
  await visitConnected(page, '/me')
  const dialog = page.getByRole('dialog', { name: t('likes.match.title'), exact: true })
  for (const man of men) {
    await callsTo(origin, ada)(likeProfile, { params: { profileId: man.profileId } })
    await callsTo(origin, man)(likeProfile, { params: { profileId: ada.profileId } })
    // The server announces a match after it has answered: the second one could overtake the first.
    await expect.poll(() => matches.join(' ')).toContain(man.profileId)
  }
  await expect(dialog).toContainText(t('likes.match.text', { name: 'Ben' }))
  await pressIn(dialog, 'Escape')
  await expect(dialog).toContainText(t('likes.match.text', { name: 'Carl' }))
  // The photo leads to the profile, and closes the dialog.
  await dialog.getByRole('link', { name: t('likes.match.profile', { name: 'Carl' }) }).click()
  await expect(page).toHaveURL(`/members/${men[1]?.profileId}`)
  await expect(dialog).toHaveCount(0)
})

test('the parameter t shows a like that waits, and leaves the address', async ({ open, build, origin, t }) => {
  const ada = await build({ name: 'Ada' })
  const ben = await build({ name: 'Ben', gender: 'male' })
  await callsTo(origin, ben)(likeProfile, { params: { profileId: ada.profileId } })
  const page = await open(ada)
  // As above, without members below the dialog.
  await visit(page, '/me?t=1')
  const dialog = page.getByRole('dialog', { name: t('likes.autoLike.title', { name: 'Ben' }) })
  await expect(dialog).toBeVisible()
  await expect(page).not.toHaveURL(/[?&]t=/)
  await dialog.getByRole('link', { name: t('likes.autoLike.chat') }).click()
  await expect(page).toHaveURL(`/members/${ben.profileId}/chat`)
  await expect(dialog).toHaveCount(0)
})

test('a link that is followed is not cancelled by the parameter t, whose time ends meanwhile', async ({
  open,
  build,
  t,
}) => {
  const page = await open(await build({ name: 'Ada' }))
  await page.clock.install()
  await visit(page, '/members?t=9')
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/api/likes/*', async (route) => {
    await released
    await route.continue()
  })
  const asked = page.waitForRequest('**/api/likes/*')
  await barLink(page, t, 'likes').click()
  await asked
  // The held call may take longer than this.
  await page.clock.fastForward(9 * SECOND)
  release()
  await expect(page).toHaveURL('/likes')
})

test('a sent like is listed until the member removes it', async ({ open, build, t }) => {
  const ben = await build({ name: 'Ben', gender: 'male' })
  const page = await open(await build({ name: 'Ada' }))
  await visit(page, `/members/${ben.profileId}`)
  const like = page.getByRole('button', { name: t('likes.like'), exact: true })
  const liked = page.getByRole('button', { name: t('likes.liked'), exact: true })
  // It can be taken back where it is confirmed.
  const undo = page.getByRole('button', { name: t('likes.heart.undo'), exact: true })
  await like.click()
  // The face that was liked stays in view: what confirms the like is in the lower half.
  await expect(undo).toBeVisible()
  const { y = 0 } = (await undo.boundingBox()) ?? {}
  expect(y).toBeGreaterThan((page.viewportSize()?.height ?? 0) / 2)
  await undo.click()
  await expect(like).toBeVisible()
  await expect(undo).toBeHidden()
  // It gives no like where the heart has taken it back already.
  await like.click()
  await expect(undo).toBeVisible()
  await liked.click()
  await expect(like).toBeVisible()
  await undo.click()
  await expect(undo).toBeHidden()
  await expect(like).toBeVisible()
  await like.click()
  await expect(liked).toBeVisible()
  await expect(undo).toBeVisible()
  await barLink(page, t, 'likes').click()
  await page.getByRole('link', { name: new RegExp(`^${t('likes.tabs.sent')}`) }).click()
  await expect(page).toHaveURL('/likes/sent')
  await expect(page.getByRole('article')).toHaveCount(1)
  // A short list has a next step.
  await expect(page.getByRole('main').getByRole('link', { name: t('likes.empty.sent.action') })).toBeVisible()
  const heart = page.getByRole('button', { name: t('likes.heart.like', { name: 'Ben' }) })
  await expect(heart).toHaveAttribute('aria-pressed', 'true')
  const reply = page.waitForResponse((response) => response.request().method() === 'DELETE')
  await heart.click()
  // The member stays, with an empty heart, until the list is next fetched, which may be at once.
  await expect(page.locator('.heart[aria-pressed=true]')).toHaveCount(0)
  expect((await reply).status()).toBe(200)
  await page.reload()
  await expect(page.getByText(t('likes.empty.sent.title', { viewerGender: 'female' }))).toBeVisible()
})
