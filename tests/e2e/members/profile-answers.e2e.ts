import { ANSWER_MAX_LENGTH } from '#contract/limits.ts'
import type { Member } from '#tests/support/builders.ts'
import { uploadPhotos } from '../support/photos.ts'
import { expectAccessible, visit, visitConnected, waitForHydration } from '../support/screen.ts'
import { openGroup } from '../support/steps.ts'
import { expect, test } from '../support/test.ts'

test(
  'a member answers prompts, another one reads the answers and writes about one of them',
  { tag: '@phone' },
  async ({ open, build, origin, t }) => {
    const odile = await build({ name: 'Odile', city: 'Utrecht', reason: 'friendship' })
    await uploadPhotos(origin, { member: odile, visibilities: ['public', 'public'] })
    const paul = await build({ name: 'Paul', gender: 'male', credits: 10, isPremium: true, intention: 'friends' })
    const owner = await open(odile)
    await visit(owner, '/profile')

    // Writes two answers, changes a prompt and the order, and names an intention.
    const prompt = (name: 'first_date' | 'learning' | 'simple_pleasures' | 'perfect_sunday') =>
      t(`prompts.text.${name}`)
    const add = owner.getByRole('button', { name: t('profiles.own.answers.add') })
    const answerTo = (name: Parameters<typeof prompt>[0]) =>
      owner.getByLabel(t('profiles.own.answers.answer', { prompt: prompt(name) }))
    await openGroup(owner, t, 'answers')
    await add.click()
    await expect(answerTo('simple_pleasures')).toBeFocused()
    await owner.keyboard.type('Rain on a tent')
    await add.click()
    await owner
      .getByLabel(t('profiles.own.answers.prompt', { number: 2 }))
      .selectOption({ label: prompt('first_date') })
    await answerTo('first_date').fill('x'.repeat(ANSWER_MAX_LENGTH + 1))
    const save = owner.getByRole('button', { name: t('common.save') })
    await save.click()
    await expect(answerTo('first_date')).toBeFocused()
    await expect(
      owner.getByText(t('profiles.own.answers.tooLong', { max: ANSWER_MAX_LENGTH, excess: 1 })),
    ).toBeVisible()
    await answerTo('first_date').fill('A picnic by the river')
    await owner.getByRole('button', { name: t('profiles.own.answers.up', { prompt: prompt('first_date') }) }).click()
    // Without a further one to add, what is missing leads to the answers.
    await add.click()
    await expect(answerTo('perfect_sunday')).toBeFocused()
    await expect(add).toHaveCount(0)
    await owner.getByRole('link', { name: t('profiles.own.missing.answers') }).press('Enter')
    await expect(answerTo('first_date')).toBeFocused()
    await owner
      .getByRole('button', { name: t('profiles.own.answers.remove', { prompt: prompt('perfect_sunday') }) })
      .click()
    await openGroup(owner, t, 'looking-for')
    await owner.getByLabel(t('profiles.choices.intention.friends')).check()
    await expectAccessible(owner)
    await save.click()
    await expect(owner.getByText(t('profiles.own.saved'))).toBeVisible()

    // Another member reads them, shared things first.
    const fan = await open(paul)
    await visit(fan, `/members/${odile.profileId}`)
    await expect(fan.getByRole('heading', { name: t('profiles-member.common.title') })).toBeVisible()
    const answers = fan.getByRole('article').filter({ hasText: /A picnic by the river|Rain on a tent/ })
    await expect(answers).toHaveText([/A picnic by the river/, /Rain on a tent/])
    // The intention says the same.
    await expect(fan.getByText(t('profiles.choices.reason.friendship'))).toHaveCount(0)
    await expectAccessible(fan)
    // An empty conversation suggests a message about the first.
    await visit(fan, `/members/${odile.profileId}/chat`)
    const icebreaker = t('chat-conversation.icebreakers.answer.first', { prompt: prompt('first_date') })
    await fan.getByRole('button', { name: icebreaker }).click()
    await expect(fan.getByLabel(t('chat.composer.label', { name: 'Odile' }))).toHaveValue(icebreaker)
    await fan.getByLabel(t('chat.composer.label', { name: 'Odile' })).fill('')
    await visit(fan, `/members/${odile.profileId}`)
    await answers
      .nth(1)
      .getByRole('link', { name: t('profiles-member.story.replyToAnswer', { prompt: prompt('simple_pleasures') }) })
      .click()

    // The quote goes with the message, and is gone from the field afterwards.
    const cancel = fan.getByRole('button', { name: t('chat-conversation.quote.cancel') })
    await expect(cancel).toBeVisible()
    const field = fan.getByLabel(t('chat.composer.label', { name: 'Odile' }))
    await expect(field).toBeFocused()
    await expectAccessible(fan)
    await field.fill('Mine too, if the tent holds!')
    await fan.getByRole('button', { name: t('chat.composer.send', { count: 2 }) }).click()
    await expect(cancel).toHaveCount(0)
    await expect(fan.getByRole('log').getByText('Rain on a tent')).toBeVisible()

    // It arrives with it.
    await visitConnected(owner, `/members/${paul.profileId}/chat`)
    const feed = owner.getByRole('log')
    await expect(feed.getByText('Mine too, if the tent holds!')).toBeVisible()
    await expect(feed.getByText('Rain on a tent')).toBeVisible()
    await expectAccessible(owner)
  },
)

test('a message about a photo shows it, and without the quote a message is as any other', async ({
  open,
  build,
  origin,
  t,
}) => {
  const odile = await build({ name: 'Odile' })
  await uploadPhotos(origin, { member: odile, visibilities: ['public'] })
  const paul = await build({ name: 'Paul', gender: 'male', credits: 10 })
  const fan = await open(paul)
  await visit(fan, `/members/${odile.profileId}`)
  await fan.getByRole('link', { name: t('profiles-member.story.replyToPhoto', { number: 1 }) }).click()
  const label = fan.getByText(t('chat-conversation.quote.photo', { name: 'Odile' }))
  await expect(label).toBeVisible()
  // A reload keeps it.
  await fan.reload()
  await waitForHydration(fan)
  await expect(label).toBeVisible()
  const field = fan.getByLabel(t('chat.composer.label', { name: 'Odile' }))
  await field.fill('Where is that?')
  const send = fan.getByRole('button', { name: t('chat.composer.send', { count: 2 }) })
  await send.click()
  await expect(fan.getByRole('button', { name: t('chat-conversation.quote.cancel') })).toHaveCount(0)
  await expect(label).toBeVisible()
  await field.fill('Just curious.')
  await send.click()
  await expect(fan.getByRole('log').getByText('Just curious.')).toBeVisible()
  await expect(label).toHaveCount(1)

  const owner = await open(odile)
  await visitConnected(owner, `/members/${paul.profileId}/chat`)
  await expect(owner.getByText(t('chat-conversation.quote.ownPhoto'))).toBeVisible()
})

test('the search finds members by their intention', async ({ open, build, t }) => {
  const [city, intention] = ['Almere', 'casual'] as const
  const [odile, lea] = [
    await build({ name: 'Odile', country: 'NL', region: 'Flevoland', city, intention }),
    await build({ name: 'Lea', country: 'NL', region: 'Flevoland', city, intention: 'friends' }),
  ]
  const page = await open(await build({ gender: 'male' }))
  await visit(page, `/members?country=NL&region=Flevoland&intention=${intention}&minAge=18&maxAge=99`)
  await expect(
    page.getByRole('button', {
      name: t('search.removeFilter', { filter: t(`profiles.choices.intention.${intention}`) }),
    }),
  ).toBeVisible()
  // Further down are people who are similar, with headings of the next level.
  const resultOf = (member: Member) =>
    page.getByRole('heading', { level: 2 }).locator(`a[href$="/members/${member.profileId}"]`)
  await expect(resultOf(odile)).toBeVisible()
  await expect(resultOf(lea)).toHaveCount(0)
})
