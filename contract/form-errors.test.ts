import { expect, test } from 'vitest'
import type { z } from 'zod'
import { changeEmail, correctEmail, DeletionForm, logIn, PasswordReset } from './accounts/schemas.ts'
import { sendMessage } from './chat/schemas.ts'
import { DebitForm } from './debits/schemas.ts'
import { DiscountText } from './credits/schemas.ts'
import { errorStatus } from './errors.ts'
import { ProfileEdit } from './profiles/schemas.ts'
import { RemovalForm } from './moderation/removal-schemas.ts'
import { ReportForm } from './moderation/schemas.ts'
import {
  addPasskey,
  logInWithCode,
  PasswordChange,
  renamePasskey,
  turnOffSecondFactor,
} from './accounts/security-schemas.ts'
import { SignupForm } from './signup/schemas.ts'
import { ComplaintForm } from './pages/schemas.ts'

const long = 'x'.repeat(200_000)
const [email, city, name] = [long, long, long]

/** Fields of forms into which members type, with what is too long. */
const tooLong: [form: string, schema: z.ZodType, typed: object][] = [
  ['log-in', logIn.body, { email, password: long }],
  ['code of a log-in', logInWithCode.body, { code: long }],
  ['new address', changeEmail.body, { email, password: long }],
  ['corrected address', correctEmail.body, { email, password: long }],
  ['forgotten password', PasswordReset, { password: long, repeat: long }],
  ['password', PasswordChange, { old: long, new: long, repeat: long }],
  ['passkey', addPasskey.body, { name }],
  ['name of a passkey', renamePasskey.body, { name }],
  ['second factor', turnOffSecondFactor.body, { password: long, code: long }],
  ['deletion', DeletionForm, { remarks: long, password: long }],
  ['complaint', ComplaintForm, { name, email, text: long }],
  ['removal of an image', RemovalForm, { place: long, name, email, text: long }],
  ['report', ReportForm, { text: long }],
  ['sign-up', SignupForm, { email, password: long, name, birthDate: long, region: long, city }],
  ['profile', ProfileEdit, { name, birthDate: long, region: long, city, about: long }],
  [
    'direct debit',
    DebitForm,
    { holder: name, iban: long, street: long, houseNumber: long, zip: long, city, phone: long, smsCode: long },
  ],
]

/** Returns the messages of what is wrong by field. */
function messagesOf(schema: z.ZodType, value: unknown) {
  const issues = schema.safeParse(value).error?.issues ?? []
  return new Map(issues.map(({ path, message }) => [String(path[0]), message]))
}

const isCode = (message: string | undefined) => message !== undefined && Object.hasOwn(errorStatus, message)

test.each(tooLong)('what is too long in the form is named: %s', (_, schema, typed) => {
  const messages = messagesOf(schema, typed)
  expect(Object.keys(typed).filter((field) => !isCode(messages.get(field)))).toEqual([])
})

test.each(tooLong)('what is empty in the form is accepted or named: %s', (_, schema, typed) => {
  const messages = messagesOf(schema, Object.fromEntries(Object.keys(typed).map((field) => [field, ''])))
  expect(Object.keys(typed).filter((field) => messages.has(field) && !isCode(messages.get(field)))).toEqual([])
})

test('a message and a discount code that are too long are named', () => {
  const message = { clientId: '0196f8a4-0000-7000-8000-000000000000', kind: 'text', body: long }
  expect([...messagesOf(sendMessage.body, message).values()]).toEqual(['chat.too_long'])
  expect([...messagesOf(DiscountText, long).values()]).toEqual(['credits.code_not_found'])
})
