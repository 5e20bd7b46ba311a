import { visit, waitForHydration } from '../support/screen.ts'
import { expectStep, fillEmail, newPerson, press, signUpAs } from '../support/signup-steps.ts'
import { expect, test } from '../support/test.ts'

test('a message to a member waits after the sign-up, and is sent by the member', async ({ page, t, build }) => {
  const target = await build({ name: 'Marc', gender: 'male' })
  const person = newPerson()
  await visit(page, `/members/${target.profileId}/signup`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('signup.headingTarget', { name: 'Marc' }))
  // Without a message too, each question says who the sign-up is for.
  await press(page, t('signup.withoutMessage'))
  await expect(page.getByText(t('signup.toWriteTo', { name: 'Marc' }))).toBeVisible()
  // Once there is a name, the card is the visitor's own: the message shows who it is for.
  await fillEmail(page, t, person)
  await page.getByLabel(t('signup.fields.name'), { exact: true }).fill(person.name)
  await page.goBack()
  await expect(page).toHaveURL(/step=email/)
  await page.goBack()
  const portrait = page.getByText(/^Marc, \d+$/)
  await expect.poll(async () => (await portrait.boundingBox())?.width).toBeGreaterThan(10)
  await page.getByLabel(t('signup.fields.message', { name: 'Marc' })).fill('Bonjour Marc')
  await press(page, t('signup.next'))
  await expect(page).toHaveURL(/step=email/)
  await page.reload()
  await waitForHydration(page)
  // Above each question stands the member who the message is for.
  await expect(page.getByText(t('signup.matches.messageWaits', { name: 'Marc' }))).toBeVisible()
  await signUpAs(page, t, person)
  await expect(page).toHaveURL('/complete-signup')
  await visit(page, '/signup-matches')
  await expect(page.getByText('Bonjour Marc')).toBeVisible()
  await page.getByRole('link', { name: t('signup.matches.openMessage') }).click()
  await expect(page.getByLabel(t('chat.composer.label', { name: 'Marc' }), { exact: true })).toHaveValue('Bonjour Marc')
})

test('a message to one member is not offered to another', async ({ page, t, build }) => {
  const [marc, otto] = [await build({ name: 'Marc', gender: 'male' }), await build({ name: 'Otto', gender: 'male' })]
  const field = (name: string) => page.getByLabel(t('signup.fields.message', { name }))
  await visit(page, `/members/${marc.profileId}/signup`)
  await field('Marc').fill('Bonjour Marc')
  // One who has an account comes back to the member.
  const login = page.locator('main form a[href^="/login"]')
  await expect(login).toHaveAttribute('href', `/login?to=%2Fmembers%2F${marc.profileId}`)
  await visit(page, `/members/${otto.profileId}/signup`)
  await expect(field('Otto')).toHaveValue('')
  // Nor is it lost by what is filled in there.
  await press(page, t('signup.withoutMessage'))
  await page.getByLabel(t('accounts.fields.email'), { exact: true }).fill(newPerson().email)
  await visit(page, `/members/${marc.profileId}/signup`)
  await expect(field('Marc')).toHaveValue('Bonjour Marc')
})

test('links to the sign-up open it over the page, and only its button closes it', async ({ page, t }) => {
  for (const path of ['/pricing', '/login']) {
    await visit(page, path)
    await page.locator('main a[href="/signup"]').first().click()
    const dialog = page.getByRole('dialog', { name: t('signup.dialogTitle') })
    await dialog.getByLabel(t('accounts.fields.email')).fill('anna@example.com')
    await page.keyboard.press('Escape')
    await page.mouse.click(2, 2)
    await expect(dialog).toBeVisible()
    await expect(page).toHaveURL(path)
    await dialog.getByRole('button', { name: t('common.close') }).click()
    await expect(dialog).toBeHidden()
  }
  // The log-in is the page below it.
  await page.locator('main a[href="/signup"]').first().click()
  await page.getByRole('dialog').locator('a[href="/login"]').click()
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(page).toHaveURL('/login')
})

test('the sign-up from the profile of a member who is gone is the plain one', async ({ page, t }) => {
  await visit(page, `/members/${'a'.repeat(22)}/signup`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('signup.heading'))
  await expectStep(page, t, 'email')
})

test('the link below a profile opens the sign-up with a message to its member over it', async ({ page, t, build }) => {
  const target = await build({ name: 'Marc', gender: 'male' })
  await visit(page, `/members/${target.profileId}`)
  await page
    .getByRole('main')
    .getByRole('link', { name: t('profiles-member.signup'), exact: true })
    .click()
  const dialog = page.getByRole('dialog', { name: t('signup.dialogTitle') })
  await expect(dialog.getByLabel(t('signup.fields.message', { name: 'Marc' }))).toBeVisible()
  await expect(page).toHaveURL(`/members/${target.profileId}`)
  await dialog.getByRole('button', { name: t('common.close') }).click()
  await expect(dialog).toBeHidden()
})

test('the sign-up dialog is not closed by Escape or beside it, only by its button', async ({ page, t, build }) => {
  const target = await build({ name: 'Marc', gender: 'male' })
  await visit(page, `/members/${target.profileId}`)
  await press(page, t('likes.like'))
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('profiles-member.signup') })
    .click()
  // The dialog with that button still closes while this one opens.
  const dialog = page.getByRole('dialog', { name: t('signup.dialogTitle') })
  await dialog.getByLabel(t('signup.fields.message', { name: 'Marc' })).fill('Bonjour')
  await page.keyboard.press('Escape')
  await page.mouse.click(2, 2)
  await expect(dialog).toBeVisible()
  await press(page, t('signup.next'))
  await signUpAs(page, t, newPerson())
  await expect(page).toHaveURL('/complete-signup')
})
