import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import type { Translate } from '#tests/support/translator.ts'

interface Person {
  email: string
  name: string
  birthDate: [day: string, month: string, year: string]
  password: string
}

/** Returns what a valid sign-up form holds, but for what is given. */
export function newPerson(input: Partial<Person> = {}): Person {
  return {
    email: `${randomUUID()}@example.com`,
    name: 'Jeanne',
    birthDate: ['7', '3', '1994'],
    password: 'seven quiet otters',
    ...input,
  }
}

/** Fills in the first step and presses 'next'. */
export async function fillAccount(
  page: Page,
  t: Translate,
  { email, name, birthDate: [day, month, year], ...rest }: Person,
) {
  await page.getByLabel(t('accounts.fields.email'), { exact: true }).fill(email)
  await page.getByLabel(t('signup.fields.name')).fill(name)
  await page.getByLabel(t('signup.fields.day'), { exact: true }).fill(day)
  await page.getByLabel(t('signup.fields.month'), { exact: true }).fill(month)
  await page.getByLabel(t('signup.fields.year'), { exact: true }).fill(year)
  await password(page, t).fill(rest.password)
  await press(page, t('signup.next'))
}

/** Fills in the second step and presses 'next'. */
export async function fillPlace(page: Page, t: Translate) {
  const choose = (group: string, name: string) =>
    page.getByRole('group', { name: group }).getByRole('radio', { name, exact: true }).check()
  await choose(t('signup.fields.gender'), t('signup.gender.female'))
  await choose(t('profiles.own.lookingFor'), t('profiles.own.genders.male'))
  await page.getByLabel(t('settings.country')).selectOption('FR')
  await page.getByLabel(t('settings.regionKinds.region')).selectOption('Auvergne-Rhône-Alpes')
  await page.getByLabel(t('profiles.own.city')).fill('Lyon')
  await press(page, t('signup.next'))
}

/** Chooses a file in the third step. It need not be an image. */
export async function choosePhoto(page: Page, t: Translate, { name, bytes }: { name: string; bytes: Buffer }) {
  await photo(page, t).setInputFiles({ name, mimeType: 'image/jpeg', buffer: bytes })
}

/** Presses the button of this name. */
export async function press(page: Page, name: string) {
  await page.getByRole('button', { name, exact: true }).click()
}

export const photo = (page: Page, t: Translate) => page.getByLabel(t('signup.fields.photo'))
export const password = (page: Page, t: Translate) => page.getByLabel(t('accounts.fields.password'), { exact: true })
export const birthDate = (page: Page, t: Translate) =>
  page.getByRole('group', { name: t('signup.fields.birthDate', { min_age: 18 }) })
