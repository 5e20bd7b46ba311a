import { expectAccessible, waitForHydration, visit } from '../support/screen.ts'
import { logIn, pressAccountEntry } from '../support/steps.ts'
import { expect, test } from '../support/test.ts'

test(
  'a member logs in, goes to the members, logs out and is a visitor again',
  { tag: '@phone' },
  async ({ page, t, build }) => {
    const member = await build({ credits: 20 })
    await visit(page, '/login')
    await logIn(page, t, member)
    await expect(page).toHaveURL('/members')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('search.title'))

    await pressAccountEntry(page, t, 'logout')
    await expect(page).toHaveURL('/')
    await waitForHydration(page)
    await expect(page.getByText(t('accounts.loggedOut')).first()).toBeVisible()
    await expect(page.getByRole('link', { name: t('shell.nav.login'), exact: true })).toBeVisible()

    // The page that asked for the log-in opens after it.
    await visit(page, '/likes/matches')
    await expect(page).toHaveURL('/login?to=%2Flikes%2Fmatches')
    await logIn(page, t, member)
    await expect(page).toHaveURL('/likes/matches')
  },
)

test('a wrong password and an unknown address get the same sentence', async ({ page, t, build, watch }) => {
  const { email, password } = await build()
  watch.expectError(401, '/api/user')
  await visit(page, '/login')
  for (const attempt of [
    { email, password: 'not the password' },
    { email: `unknown-${email}`, password },
  ]) {
    await logIn(page, t, attempt)
    await expect(page.getByRole('alert')).toHaveText(t('errors.accounts.login_failed'))
    // The alert must be gone before the next attempt.
    await page.reload()
    await waitForHydration(page)
  }
  await expect(page).toHaveURL('/login')
})

test('an invalid address is rejected at its field, before anything is sent', async ({ page, t }) => {
  await visit(page, '/login')
  await logIn(page, t, { email: 'no-address', password: 'a password' })
  const field = page.getByLabel(t('accounts.fields.email'), { exact: true })
  await expect(field).toHaveAccessibleDescription(t('errors.accounts.email_invalid'))
  await expect(field).toBeFocused()
})

test('five wrong passwords lock the account, for the right one too', async ({ page, t, build, watch }) => {
  const { email, password } = await build()
  watch.expectError(401, '/api/user')
  watch.expectError(429, '/api/user')
  await visit(page, '/login')
  for (let attempt = 1; attempt <= 4; attempt += 1) {
    const answer = page.waitForResponse('/api/user')
    await logIn(page, t, { email, password: `wrong ${attempt}` })
    expect((await answer).status()).toBe(401)
  }
  await logIn(page, t, { email, password: 'wrong 5' })
  await expect(page.getByRole('alert')).toHaveText(t('errors.accounts.login_locked', { minutes: 15 }))
  // The page names the reset, because someone else may have caused the lock.
  const hint = page.getByText(t.markup('accounts.login.locked', { link: (text) => text }))
  await expect(hint.getByRole('link')).toHaveAttribute('href', '/reset-password')
  await expectAccessible(page)
  await page.reload()
  await waitForHydration(page)
  await logIn(page, t, { email, password })
  await expect(page.getByRole('alert')).toHaveText(t('errors.accounts.login_locked', { minutes: 15 }))
})

test('a logged-in member is redirected from the log-in, the sign-up and the home page', async ({ open, build }) => {
  const page = await open(await build())
  for (const path of ['/', '/login', '/signup']) {
    await page.goto(path)
    await expect(page).toHaveURL('/members')
  }
})

test('a member who has not agreed to the present text agrees before the pages for members open', async ({
  open,
  build,
  t,
}) => {
  const page = await open(await build({ hasConsented: false }))
  await visit(page, '/likes')
  await expect(page).toHaveURL('/consent?to=%2Flikes')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('accounts.consent.title'))
  await expectAccessible(page)

  await page.getByRole('button', { name: t('accounts.consent.agree') }).click()
  await expect(page).toHaveURL('/likes')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('likes.title'))
})
