import { z } from 'zod'
import { SECOND } from '#contract/time.ts'
import { SmsRejection, type TextMessage } from './text-message.ts'

const TIMEOUT_MS = 10 * SECOND
/** Twilio's codes for a number that is invalid, unreachable, in a disabled country, or not a mobile. */
const REJECTIONS = new Set([21211, 21214, 21217, 21408, 21610, 21612, 21614])

const Failure = z.object({ code: z.number().optional() })

export interface TwilioAccount {
  origin: string
  accountSid: string
  authToken: string
  /** Number or name of the sender. */
  from: string
}

/** Opens Twilio's HTTP API for messages. Errors contain no number and no text, because they are logged. */
export function openTwilio({ origin, accountSid, authToken, from }: TwilioAccount) {
  const url = `${origin}/2010-04-01/Accounts/${encodeURIComponent(accountSid)}/Messages.json`
  const authorization = `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`
  return async ({ to, text }: TextMessage) => {
    const response = await fetch(url, {
      method: 'POST',
      headers: { authorization },
      body: new URLSearchParams({ To: to, From: from, Body: text }),
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    if (response.ok) {
      await response.body?.cancel()
      return
    }
    const { code } = Failure.catch({}).parse(await response.json().catch(() => ({})))
    const message = `text message was answered with status ${response.status}, code ${code ?? 'none'}`
    if (code !== undefined && REJECTIONS.has(code)) throw new SmsRejection(message)
    throw new Error(message)
  }
}
