import { expect, type Locator, type Page } from '@playwright/test'
import type { Translate } from '#tests/support/fakes/translator.ts'

/** The members that are found. */
export function tiles(page: Page) {
  return page.getByRole('article')
}

export function expectCount(page: Page, t: Translate, count: number) {
  return expect(
    page.getByRole('main').getByText(t('search.results', { count, more: '' }), { exact: true }),
  ).toBeVisible()
}

/** Returns the filters: beside the results, or on a narrow screen in a sheet that is opened. */
export async function openFilters(page: Page, t: Translate) {
  const button = page.getByRole('button', { name: t('search.filter'), exact: true })
  if (!(await button.isVisible())) return page.getByRole('complementary', { name: t('search.filters') })
  await button.click()
  return page.getByRole('dialog', { name: t('search.filters') })
}

export async function closeFilters(page: Page, t: Translate, count: number) {
  const sheet = page.getByRole('dialog', { name: t('search.filters') })
  if (!(await sheet.isVisible())) return
  const clear = sheet.getByRole('button', { name: t('search.clearAll'), exact: true })
  // Filters that no one matches can be removed there.
  if (count === 0) await expect(clear).toBeVisible()
  const name = count === 0 ? t('common.close') : t('search.show', { count, more: '' })
  await sheet.getByRole('button', { name, exact: true }).click()
  await expect(sheet).toBeHidden()
}

export async function moveTo(filters: Locator, thumb: string, age: number) {
  const slider = filters.getByRole('slider', { name: thumb })
  await slider.fill(String(age))
  await slider.blur()
}

/** Older than any demo member, so that the results are the members of a test alone. */
export const OLD = 81

/** Returns a birth date that gives this age on every day of the year. */
export function bornFor(age: number) {
  return `${new Date().getUTCFullYear() - age}-01-01`
}
