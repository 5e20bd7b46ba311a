import { randomUUID } from 'node:crypto'
import { getUser } from '#contract/accounts/calls.ts'
import { addChatPhoto, sendMessage } from '#contract/chat/calls.ts'
import { callsTo } from '#tests/support/audits/site-calls.ts'
import { sampleImage } from '#tests/support/sample-images.ts'
import { feed } from '../support/chat-steps.ts'
import { addSite } from '../support/own-site.ts'
import { expectAccessible, visit, waitForHydration } from '../support/screen.ts'
import { expect, test } from '../support/test.ts'

test(
  'a member who is sent a photo has the age confirmed by the provider, and sees it then',
  { tag: '@phone' },
  async ({ open, build, testSite, origin, t }) => {
    // What one site asks for holds on all. Of other tests only the swipe game has members in Ireland, and it
    // has public photos alone.
    await addSite(testSite, { origin, settings: { age_check_countries: ['IE'] } })
    const ada = await build({ name: 'Ada', country: 'IE', credits: 20 })
    const ben = await build({ name: 'Ben', gender: 'male', credits: 20 })
    const params = { profileId: ben.profileId }
    const adaCalls = callsTo(origin, ada)
    // The running site has the new setting a moment later.
    await expect.poll(async () => (await adaCalls(getUser, {})).user?.must_assure_age).toBe(true)
    // Else every photo would be covered.
    await adaCalls(sendMessage, { params, body: { clientId: randomUUID(), kind: 'text', body: 'Hello' } })
    const benCalls = callsTo(origin, ben)
    const toAda = { params: { profileId: ada.profileId } }
    const { photo } = await benCalls(
      addChatPhoto,
      { ...toAda, body: { clientId: randomUUID() } },
      { file: new File([new Uint8Array(await sampleImage())], 'sea.jpg', { type: 'image/jpeg' }) },
    )
    await benCalls(sendMessage, { ...toAda, body: { clientId: randomUUID(), kind: 'photo', photoId: photo.id } })

    const page = await open(ada)
    await visit(page, `/members/${ben.profileId}/chat`)
    const covered = feed(page).getByRole('button', { name: t('chat-conversation.photo.age', { name: 'Ben' }) })
    await expect(covered.locator('img')).toHaveCount(0)
    await covered.click()
    await expect(page.getByRole('heading', { level: 1, name: t('age-check.title') })).toBeVisible()
    await expectAccessible(page)

    const provider = { provider: 'Demo' }
    await page.getByRole('button', { name: t('age-check.start', provider) }).click()
    await expect(page.getByRole('heading', { name: t('age-check.demo.title') })).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: t('age-check.demo.fail') }).click()
    await waitForHydration(page)
    await expect(page.getByRole('status').filter({ hasText: t('age-check.states.failed') })).toBeVisible()

    await page.getByRole('button', { name: t('age-check.start', provider) }).click()
    await page.getByRole('link', { name: t('age-check.demo.back') }).click()
    await waitForHydration(page)
    await expect(page.getByRole('status').filter({ hasText: t('age-check.states.waiting') })).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: t('age-check.continue', provider) }).click()
    await page.getByRole('button', { name: t('age-check.demo.pass') }).click()
    await expect(page.getByRole('status').filter({ hasText: t('age-check.states.passed') })).toBeVisible()
    await expectAccessible(page)

    await visit(page, `/members/${ben.profileId}/chat`)
    const openButton = feed(page).getByRole('button', { name: t('chat-conversation.photo.openOf', { name: 'Ben' }) })
    await expect(openButton.locator('img')).toBeVisible()
  },
)
