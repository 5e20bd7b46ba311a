import { expectAccessible, untilAlive, visit } from './support/screen.ts'
import { logIn, openAccountMenu } from './support/steps.ts'
import { expect, test } from './support/test.ts'

const loginFailed = {
  en: 'Login failed, please try again',
  fr: 'La connexion a échoué, veuillez réessayer',
}
const accountBlocked = {
  en: 'Too many incorrect attempts, account blocked for 15 min.',
  fr: 'Trop de tentatives incorrectes, compte bloqué pendant 15 min.',
}

test('a member logs in, goes to the members, logs out and is a visitor again', async ({ page, words, build }) => {
  const member = await build({ credits: 20 })
  await visit(page, '/login')
  await expectAccessible(page)
  await logIn(page, words, member)
  await expect(page).toHaveURL('/members')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(words('search.title'))

  const menu = await openAccountMenu(page, words)
  await expect(menu).toBeVisible()
  await expectAccessible(page)
  await menu.getByRole('menuitem', { name: words('shell.account.logout') }).click()
  await expect(page).toHaveURL('/')
  await untilAlive(page)
  await expect(page.getByRole('link', { name: words('shell.nav.login'), exact: true })).toBeVisible()

  await visit(page, '/chats')
  await expect(page).toHaveURL('/login')
  await logIn(page, words, member)
  await expect(page).toHaveURL('/members')
})

test('a wrong password and an unknown address get the same sentence', async ({
  page,
  words,
  build,
  watch,
  language,
}) => {
  const { email, password } = await build()
  watch.expectRefusal(401, '/api/user')
  await visit(page, '/login')
  for (const attempt of [
    { email, password: 'not the password' },
    { email: `nobody-${email}`, password },
  ]) {
    await logIn(page, words, attempt)
    await expect(page.getByRole('alert')).toHaveText(loginFailed[language])
    await expectAccessible(page)
    // Gone before the next one is answered.
    await page.reload()
    await untilAlive(page)
  }
  await expect(page).toHaveURL('/login')
})

test('an address that is none is refused at its field, before anything is sent', async ({ page, words }) => {
  await visit(page, '/login')
  await logIn(page, words, { email: 'nobody', password: 'whatever it is' })
  const field = page.getByLabel(words('accounts.fields.email'), { exact: true })
  await expect(field).toHaveAccessibleDescription(words('errors.accounts.email_invalid'))
  await expect(field).toBeFocused()
})

test('five wrong passwords close the account, even to the right one', async ({
  page,
  words,
  build,
  watch,
  language,
}) => {
  const { email, password } = await build()
  watch.expectRefusal(401, '/api/user')
  watch.expectRefusal(429, '/api/user')
  await visit(page, '/login')
  for (let attempt = 1; attempt <= 4; attempt += 1) {
    const answer = page.waitForResponse('/api/user')
    await logIn(page, words, { email, password: `wrong ${attempt}` })
    expect((await answer).status()).toBe(401)
  }
  await logIn(page, words, { email, password: 'wrong 5' })
  await expect(page.getByRole('alert')).toHaveText(accountBlocked[language])
  await page.reload()
  await untilAlive(page)
  await logIn(page, words, { email, password })
  await expect(page.getByRole('alert')).toHaveText(accountBlocked[language])
  await expectAccessible(page)
})

test('one who is logged in is taken on from the log-in, the sign-up and the home page', async ({ open, build }) => {
  const page = await open(await build())
  for (const path of ['/', '/login', '/signup']) {
    await page.goto(path)
    await expect(page).toHaveURL('/members')
  }
})
