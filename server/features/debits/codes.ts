import { randomInt, timingSafeEqual } from 'node:crypto'
import { createTranslator } from 'use-intl/core'
import type { Language } from '#contract/languages.ts'
import { SMS_CODE_LENGTH, SMS_CODE_MS } from '#contract/limits.ts'
import { DAY, MINUTE } from '#contract/time.ts'
import type { AppContext } from '#server/context.ts'
import { keyedHash } from '#server/platform/encryption.ts'
import { AppError, fieldError } from '#server/platform/errors.ts'
import { newId } from '#server/platform/ids.ts'
import { SmsRejection } from '#server/platform/sms/text-message.ts'
import type { Tx } from '#server/platform/postgres/tx.ts'
import { textsOf } from '#server/texts.ts'
import * as queries from './code-queries.ts'
import { hasEnoughCodes, isOverCodeLimit, rangeOf, secondsToWait } from './rules.ts'

interface Recipient {
  userId: number
  /** In E.164. */
  phone: string
}

/**
 * Sends a code to a mobile number. Only a member's latest code is valid. A number with enough codes, itself
 * or with its range, gets none, with the same answer after the same time: neither reveals that others use
 * such numbers.
 * @throws AppError `debits.code_pause` with `{seconds}`, `debits.code_limit`, `debits.phone_invalid` at
 * `phone`, `debits.sms_failed`
 * Source: DEBIT-1.
 */
export async function sendCode(
  context: Pick<AppContext, 'config' | 'transaction' | 'clock' | 'sms' | 'log'>,
  { userId, phone, language, siteName }: Recipient & { language: Language; siteName: string },
) {
  const { clock, sms, log } = context
  const code = String(randomInt(10 ** SMS_CODE_LENGTH)).padStart(SMS_CODE_LENGTH, '0')
  const expiresAt = new Date(clock.now().getTime() + SMS_CODE_MS)
  const answer = { phone, expiresAt: expiresAt.toISOString() }
  const { hasEnough } = await storeCode(context, { userId, phone, code, expiresAt })
  const t = createTranslator({ locale: language, messages: textsOf('emails', language) })
  const text = t('sms.code', { site: siteName, code, minutes: SMS_CODE_MS / MINUTE })
  try {
    if (hasEnough) await sms.simulateSend()
    else await sms.send({ userId, to: phone, text })
  } catch (error) {
    if (error instanceof SmsRejection) throw fieldError('phone', 'debits.phone_invalid')
    log.warn({ err: error }, 'text message not sent')
    throw new AppError('debits.sms_failed', { cause: error })
  }
  return answer
}

/** Stores a code. Returns whether its number or range has had enough codes, so that it must not be sent. */
async function storeCode(
  { config, transaction, clock }: Pick<AppContext, 'config' | 'transaction' | 'clock'>,
  { userId, phone, code, expiresAt }: Recipient & { code: string; expiresAt: Date },
) {
  return transaction(async (tx) => {
    await queries.lockCodes(tx)
    const now = clock.now()
    const rangeHash = keyedHash(config, { purpose: 'phone range', text: rangeOf(phone) })
    const recipient = { userId, phoneHash: phoneHash({ config }, phone), rangeHash }
    const since = new Date(now.getTime() - DAY)
    const { latest, ...sent } = await queries.countCodes(tx, { ...recipient, since })
    if (isOverCodeLimit(sent)) throw new AppError('debits.code_limit')
    const seconds = secondsToWait({ latest, now })
    if (seconds > 0) throw new AppError('debits.code_pause', { params: { seconds } })
    const id = newId(clock)
    const codeHash = hashOf({ config }, { id, phone, code })
    await queries.insertCode(tx, { id, ...recipient, codeHash, createdAt: now, expiresAt })
    return { hasEnough: hasEnoughCodes(sent) }
  })
}

/**
 * Compares a code with the one that was sent. Each attempt counts, also a failed one. Returns the code's key
 * for `consumeCode`, or null.
 */
export async function checkCode(
  { config, db, clock }: Pick<AppContext, 'config' | 'db' | 'clock'>,
  { userId, phone, code }: Recipient & { code: string },
) {
  const sent = await queries.countAttempt(db, { userId, phoneHash: phoneHash({ config }, phone), now: clock.now() })
  if (!sent) return null
  return timingSafeEqual(sent.codeHash, hashOf({ config }, { id: sent.id, phone, code })) ? sent.id : null
}

/** Uses a code up in the transaction that it confirms. @throws AppError `debits.code_invalid` at `smsCode` */
export async function consumeCode({ clock }: Pick<AppContext, 'clock'>, tx: Tx, id: number | null) {
  if (id === null || !(await queries.markUsed(tx, { id, at: clock.now() })))
    throw fieldError('smsCode', 'debits.code_invalid')
}

type Secret = Pick<AppContext, 'config'>

/** Returns the keyed hash of a phone number in E.164. */
export function phoneHash({ config }: Secret, phone: string) {
  return keyedHash(config, { purpose: 'phone', text: phone })
}

/** Codes are short enough to be tried one by one, so their hash has a secret key. */
function hashOf({ config }: Secret, { id, phone, code }: { id: number; phone: string; code: string }) {
  return keyedHash(config, { purpose: 'sms code', text: `${id} ${phone} ${code}` })
}
