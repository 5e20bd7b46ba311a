import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import type { Words } from '../../support/words.ts'

interface Person {
  email: string
  name: string
  birthDate: [day: string, month: string, year: string]
  password: string
}

/** Who signs up without a fault, unless asked otherwise. */
export function somebody(wishes: Partial<Person> = {}): Person {
  return {
    email: `${randomUUID()}@example.com`,
    name: 'Jeanne',
    birthDate: ['7', '3', '1994'],
    password: 'seven quiet otters',
    ...wishes,
  }
}

/** The first step; goes on to the second if all is in order. */
export async function fillAccount(
  page: Page,
  words: Words,
  { email, name, birthDate: [day, month, year], ...rest }: Person,
) {
  await page.getByLabel(words('accounts.fields.email'), { exact: true }).fill(email)
  await page.getByLabel(words('signup.fields.name')).fill(name)
  await page.getByLabel(words('signup.fields.day'), { exact: true }).fill(day)
  await page.getByLabel(words('signup.fields.month'), { exact: true }).fill(month)
  await page.getByLabel(words('signup.fields.year'), { exact: true }).fill(year)
  await password(page, words).fill(rest.password)
  await press(page, words('signup.next'))
}

/** The second step, which goes on to the third. */
export async function fillPlace(page: Page, words: Words) {
  const choose = (group: string, name: string) =>
    page.getByRole('group', { name: group }).getByRole('radio', { name, exact: true }).check()
  await choose(words('signup.fields.gender'), words('signup.gender.female'))
  await choose(words('signup.fields.lookingFor'), words('signup.lookingFor.male'))
  await page.getByLabel(words('settings.country')).selectOption('FR')
  await page.getByLabel(words('settings.regionKinds.region')).selectOption('Auvergne-Rhône-Alpes')
  await page.getByLabel(words('signup.fields.city')).fill('Lyon')
  await press(page, words('signup.next'))
}

/** As somebody who picks a file; it need not be a picture. */
export async function choosePhoto(page: Page, words: Words, { name, bytes }: { name: string; bytes: Buffer }) {
  await photo(page, words).setInputFiles({ name, mimeType: 'image/jpeg', buffer: bytes })
}

/** Presses the button of this name. */
export async function press(page: Page, name: string) {
  await page.getByRole('button', { name, exact: true }).click()
}

export const photo = (page: Page, words: Words) => page.getByLabel(words('signup.fields.photo'))
export const password = (page: Page, words: Words) =>
  page.getByLabel(words('accounts.fields.password'), { exact: true })
export const birthDate = (page: Page, words: Words) =>
  page.getByRole('group', { name: words('signup.fields.birthDate', { min_age: 18 }) })
