import type { Page } from '@playwright/test'
import { visit } from '../support/screen.ts'
import { openFilters } from '../support/search-steps.ts'
import { barLink } from '../support/steps.ts'
import { expect, test } from '../support/test.ts'

test('of two quick changes the later one wins, whatever the order of the replies', async ({ open, build, t }) => {
  const page = await open(await build())
  await visit(page, '/members')
  const filters = await openFilters(page, t)
  const online = filters.getByRole('checkbox', { name: t('search.flags.online') })
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route(/\/api\/members\?.*online/, async (route) => {
    await released
    await route.continue()
  })
  const asked = page.waitForRequest(/\/api\/members\?.*online/)
  await online.click()
  await asked
  await online.click()
  await expect(online).not.toBeChecked()
  const late = page.waitForResponse(/\/api\/members\?.*online/)
  release()
  await (await late).finished()
  await filters.getByRole('checkbox', { name: t('search.flags.photo') }).click()
  await expect(page).toHaveURL(/photo=true/)
  await expect(page).not.toHaveURL(/online=true/)
  await expect(online).not.toBeChecked()
})

test('a late reply of a search does not lead back to it', async ({ open, build, t }) => {
  // A member of another test, in another region, may leave before the tile is pressed.
  const ben = await build({ gender: 'male', country: 'AU', region: 'Tasmania' })
  const page = await open(await build())
  await visit(page, '/members?country=AU&region=Tasmania')
  const filters = await openFilters(page, t)
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route(/\/api\/members\?.*online/, async (route) => {
    await released
    await route.continue()
  })
  const asked = page.waitForRequest(/\/api\/members\?.*online/)
  await filters.getByRole('checkbox', { name: t('search.flags.online') }).click()
  await asked
  await page.locator(`article a[href="/members/${ben.profileId}"]`).click()
  // The page that is opened does not wait for the reply.
  await expect(page.getByRole('button', { name: t('likes.like'), exact: true })).toBeVisible()
  await untilHandled(page, { url: /\/api\/members\?.*online/, release })
  await expect(page).toHaveURL(`/members/${ben.profileId}`)
})

test('a late reply of a search does not lead away from the one to which Back led', async ({ open, build, t }) => {
  const page = await open(await build())
  await visit(page, '/members?minAge=30')
  await barLink(page, t, 'members').click()
  await expect(page).toHaveURL('/members')
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route(/\/api\/members\?.*photo/, async (route) => {
    await released
    await route.continue()
  })
  const photo = (await openFilters(page, t)).getByRole('checkbox', { name: t('search.flags.photo') })
  const asked = page.waitForRequest(/\/api\/members\?.*photo/)
  await photo.check()
  await asked
  await page.goBack()
  await expect(page).toHaveURL('/members?minAge=30')
  await expect(photo).not.toBeChecked()
  await untilHandled(page, { url: /\/api\/members\?.*photo/, release })
  await expect(page).toHaveURL('/members?minAge=30')
})

/** Releases a reply that was held back, and waits until the page has handled it. */
async function untilHandled(page: Page, { url, release }: { url: RegExp; release: () => void }) {
  const late = page.waitForResponse(url)
  release()
  await (await late).finished()
  await page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        requestIdleCallback(() => resolve())
      }),
  )
}
