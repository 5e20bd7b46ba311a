import { randomInt, randomUUID } from 'node:crypto'
import { payByDebit, sendDebitCode } from '#contract/debits/calls.ts'
import type { TestApp } from './site/app.ts'
import type { Member } from './builders.ts'
import { debitForm } from './debit-form.ts'
import { randomAddress } from './audits/site-calls.ts'

/** Returns the text messages in the outbox, oldest first. */
export async function textMessages({ context }: TestApp) {
  const messages = (await context.mail.outbox?.list(1000)) ?? []
  return messages.filter(({ subject }) => subject === 'SMS').toReversed()
}

/** Requests a code and reads it in the message, from another address each time: addresses have limits. */
export async function requestDebitCode(site: TestApp, member: Member, phone: string = debitForm.phone) {
  const answer = await site.call(sendDebitCode, { body: { phone } }, { ...member, headers: randomAddress() })
  const message = (await textMessages(site)).findLast(({ userId }) => userId === member.userId)
  return { ...answer, message, code: /\d{6}/.exec(message?.text ?? '')?.[0] ?? '' }
}

let accounts = 0

/** The next IBAN of an endless row of valid ones, so that the limits of one bank account do not meet. */
export function newIban() {
  accounts += 1
  const account = String(accounts).padStart(10, '0')
  // The check digits of a Dutch IBAN of ABN AMRO: letters are numbers from 10 on.
  const check = 98n - (BigInt(`10112310${account}232100`) % 97n)
  return `NL${String(check).padStart(2, '0')}ABNA${account}`
}

/** Any mobile number in the Netherlands. */
export function randomPhone() {
  return `+31612${String(randomInt(10 ** 6)).padStart(6, '0')}`
}

/** Orders p0 by direct debit, with a phone number of its own. `ref` is the provider's id. */
export async function buildDebit(
  site: TestApp,
  member: Member,
  { iban = debitForm.iban, code = null }: { iban?: string; code?: string | null } = {},
) {
  const phone = randomPhone()
  const { code: smsCode } = await requestDebitCode(site, member, phone)
  const body = { ...debitForm, iban, phone, smsCode, clientId: randomUUID(), bundle: 'p0', code } as const
  const { reply } = await site.call(payByDebit, { body }, { ...member, headers: randomAddress() })
  if (!reply) throw new Error('the direct debit was rejected')
  return {
    orderId: reply.order.id,
    checkoutUrl: reply.checkoutUrl,
    ref: reply.checkoutUrl.split('/').at(-1) ?? '',
    phone,
  }
}
