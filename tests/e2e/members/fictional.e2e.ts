import { likeProfile } from '#contract/likes/calls.ts'
import { callsTo } from '#tests/support/audits/site-calls.ts'
import { writeTo } from '../support/chat-steps.ts'
import { containing, visit } from '../support/screen.ts'
import { expect, test } from '../support/test.ts'

test('a fictional profile is labelled in the search, on its page, in the chat and among the matches', async ({
  open,
  build,
  origin,
  t,
}) => {
  // A place and an age of their own.
  const place = { country: 'FI', birthDate: '1958-03-03' } as const
  const ada = await build({ name: 'Ada', credits: 20, ...place })
  const [luis, milo] = [
    await build({ name: 'Luis', gender: 'male', isFictional: true, ...place }),
    await build({ name: 'Milo', gender: 'male', isFictional: true, ...place }),
  ]
  await writeTo(origin, { from: ada, to: luis, body: 'Good morning' })
  await callsTo(origin, ada)(likeProfile, { params: { profileId: milo.profileId } })
  await callsTo(origin, milo)(likeProfile, { params: { profileId: ada.profileId } })
  const label = t('profiles.fictional.singular')
  const page = await open(ada)

  await visit(page, '/members?country=FI')
  await expect(page.getByRole('article').filter({ hasText: 'Luis' }).first()).toContainText(label)
  await expect(page.getByText(t('profiles.fictional.listed', { plural: t('profiles.fictional.plural') }))).toBeVisible()

  await visit(page, `/members/${luis.profileId}`)
  const main = page.getByRole('main')
  await expect(main).toContainText(label)
  await expect(main).toContainText(t('profiles.fictional.warning'))

  await visit(page, '/chats')
  const list = page.getByRole('list', { name: t('chat.title') })
  await expect(list.getByRole('listitem').filter({ hasText: 'Luis' })).toContainText(label)
  const matches = page.getByRole('region', { name: t('chat-list.matches.title') })
  await expect(matches.getByRole('link', { name: containing('Milo') })).toContainText(label)
  await list.getByRole('link', { name: containing('Luis') }).click()
  await expect(page.getByRole('log')).toContainText('Good morning')
  await expect(page.locator(`[data-partner='${luis.profileId}']`)).toContainText(label)
})
