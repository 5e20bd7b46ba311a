import { randomUUID } from 'node:crypto'
import { expect, type Locator, type Page } from '@playwright/test'
import type { AppContext } from '#server/context.ts'
import type { Translate } from '#tests/support/fakes/translator.ts'
import { progressOf } from '#web/features/signup/complete-steps.ts'
import { profileFields } from '#contract/profiles/profile-fields.ts'
import { containing } from './screen.ts'

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

/** Fills in the email and the person, and goes on to the next question. */
export async function fillAccount(page: Page, t: Translate, person: Person) {
  await fillEmail(page, t, person)
  await fillPerson(page, t, person)
}

/** Fills in the first step and presses 'next'. */
export async function fillEmail(page: Page, t: Translate, { email }: Pick<Person, 'email'>) {
  await page.getByLabel(t('accounts.fields.email'), { exact: true }).fill(email)
  await press(page, t('signup.next'))
}

/** Fills in name and date of birth and presses 'next' in both steps. */
export async function fillPerson(page: Page, t: Translate, person: Pick<Person, 'name' | 'birthDate'>) {
  await fillName(page, t, person)
  await fillBirthDate(page, t, person)
}

/** Fills in the name and presses 'next'. */
export async function fillName(page: Page, t: Translate, { name }: Pick<Person, 'name'>) {
  await page.getByLabel(t('signup.fields.name'), { exact: true }).fill(name)
  await press(page, t('signup.next'))
}

/** Fills in the date of birth and presses 'next'. */
export async function fillBirthDate(
  page: Page,
  t: Translate,
  { birthDate: [day, month, year] }: Pick<Person, 'birthDate'>,
) {
  await page.getByLabel(t('signup.fields.day'), { exact: true }).fill(day)
  await page.getByLabel(t('signup.fields.month'), { exact: true }).fill(month)
  await page.getByLabel(t('signup.fields.year'), { exact: true }).fill(year)
  await press(page, t('signup.next'))
}

/** Chooses the genders; a press on each goes on. */
export async function fillMeet(page: Page, t: Translate) {
  await pickCard(page, t('signup.fields.gender'), t('signup.gender.female'))
  await pickCard(page, t('profiles.own.lookingFor'), t('profiles.own.genders.male'))
}

/** Presses a card of a question, which goes on to the next one. */
export async function pickCard(page: Page, question: string, name: string) {
  await page.getByRole('group', { name: question, exact: true }).getByRole('radio', { name, exact: true }).click()
}

/** Fills in the genders and where the person lives; a press on the region goes on. */
export async function fillPlace(page: Page, t: Translate) {
  await fillMeet(page, t)
  await page.getByLabel(t('settings.country'), { exact: true }).selectOption('FR')
  await page.getByRole('option', { name: 'Auvergne-Rhône-Alpes', exact: true }).click()
}

/** Fills in the last step, which creates the account. */
export async function fillPassword(page: Page, t: Translate, person: Pick<Person, 'password'>) {
  await password(page, t).fill(person.password)
  await page.getByRole('checkbox').check()
  await press(page, t('signup.submit'))
}

/** Goes through the whole sign-up, to the steps after it. */
export async function signUpAs(page: Page, t: Translate, person: Person) {
  await fillAccount(page, t, person)
  await fillPlace(page, t)
  await fillPassword(page, t, person)
}

/** Chooses a file as the photo. It need not be an image. */
export async function choosePhoto(
  page: Page,
  t: Translate,
  { name, bytes, type = 'image/jpeg' }: { name: string; bytes: Buffer; type?: string },
) {
  await photo(page, t).setInputFiles({ name, mimeType: type, buffer: bytes })
}

/** Presses the button of this name. */
export async function press(page: Page, name: string) {
  await page.getByRole('button', { name, exact: true }).click()
}

/** Expects a sentence about what is wrong at a field. */
export async function expectWrong(control: Locator, sentence: string) {
  await expect(control).toHaveAccessibleDescription(containing(sentence))
}

/** Expects a step by the name of its chapter, and its number in it. */
export async function expectStep(page: Page, t: Translate, step: string) {
  const { chapter, done, count } = progressOf(step, { visible: profileFields })
  const progress = [t(`signup.chapters.${chapter}`), t('signup.step', { step: done, count })].join(' ')
  await expect(page.getByText(progress)).toBeVisible()
}

/** Returns the stored account of an address. */
export function accountOf({ db }: Pick<AppContext, 'db'>, email: string) {
  return db.selectFrom('users').select(['id', 'confirmedAt']).where('emailKey', '=', email).executeTakeFirstOrThrow()
}

export const photo = (page: Page, t: Translate) => page.getByLabel(t('profiles.picker.label'), { exact: true })
export const password = (page: Page, t: Translate) => page.getByLabel(t('accounts.fields.password'), { exact: true })
export const town = (page: Page, t: Translate) => page.getByRole('combobox', { name: t('profiles.own.city') })
export const birthDate = (page: Page, t: Translate) =>
  page.getByRole('group', { name: t('signup.fields.birthDate', { min_age: 18 }) })
