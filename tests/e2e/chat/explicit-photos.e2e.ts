import { randomUUID } from 'node:crypto'
import { addChatPhoto, sendMessage } from '#contract/chat/calls.ts'
import { getPrivacy } from '#contract/profiles/calls.ts'
import { callsTo } from '#tests/support/audits/site-calls.ts'
import { explicitImage } from '#tests/support/sample-images.ts'
import { feed } from '../support/chat-steps.ts'
import { containing, expectAccessible, visit } from '../support/screen.ts'
import { expect, test } from '../support/test.ts'

test(
  'an explicit photo is covered, also after the first reply, until it is opened or its receiver switches that off',
  { tag: '@phone' },
  async ({ open, build, origin, t }) => {
    const ada = await build({ name: 'Ada', credits: 40 })
    const ben = await build({ name: 'Ben', gender: 'male', credits: 40 })
    const [adaCalls, benCalls] = [callsTo(origin, ada), callsTo(origin, ben)]
    // Of one who had not written anything every photo is covered.
    await adaCalls(sendMessage, {
      params: { profileId: ben.profileId },
      body: { clientId: randomUUID(), kind: 'text', body: 'Hello' },
    })
    const params = { profileId: ada.profileId }
    const { photo } = await benCalls(
      addChatPhoto,
      { params, body: { clientId: randomUUID() } },
      { file: new File([new Uint8Array(await explicitImage())], 'night.jpg', { type: 'image/jpeg' }) },
    )
    const body = { clientId: randomUUID(), kind: 'photo', photoId: photo.id } as const
    await benCalls(sendMessage, { params, body })

    const page = await open(ada)
    await visit(page, `/members/${ben.profileId}/chat`)
    const covered = feed(page).getByRole('button', { name: containing(t('chat-conversation.photo.explicit')) })
    const openButton = feed(page).getByRole('button', { name: t('chat-conversation.photo.openOf', { name: 'Ben' }) })
    await expect(covered).toBeVisible()
    await expect(covered.locator('img')).toHaveCount(0)
    await expectAccessible(page)
    await covered.click()
    await expect(openButton).toBeVisible()
    await expect(covered).toHaveCount(0)

    await visit(page, '/notifications/privacy')
    await page.getByRole('switch', { name: t('privacy.explicit') }).click()
    await expect.poll(async () => (await adaCalls(getPrivacy, {})).privacy.coversExplicit).toBe(false)
    await visit(page, `/members/${ben.profileId}/chat`)
    await expect(openButton).toBeVisible()
    await expect(covered).toHaveCount(0)
    // To its sender it never was.
    const benPage = await open(ben)
    await visit(benPage, `/members/${ada.profileId}/chat`)
    await expect(feed(benPage).getByRole('button', { name: t('chat-conversation.photo.openOwn') })).toBeVisible()
  },
)
