import { z } from 'zod'

/** The environment variable of text messages: part of `platformEnvironment`. */
export const smsEnvironment = {
  SMS_URL: z
    .url({ protocol: /^https?$/, error: 'must be a URL such as https://sid:token@api.twilio.com?from=%2B15551234567' })
    .refine((url) => toSms(url) !== null, {
      error: 'must have an account, a token and a sender, such as https://sid:token@api.twilio.com?from=%2B15551234567',
    })
    .optional()
    .meta({
      description:
        'Twilio account that sends the codes for direct debit, with its token and the number or name of the sender. Without it a demo stores them in `DATA_DIR/outbox`, if mails go there too, and direct debit is not offered elsewhere.',
      shownDefault: 'none',
    }),
}

/** Returns the account that sends text messages; null if the address names no account, token or sender. */
export function toSms(value: string) {
  const { origin, username, password, searchParams } = new URL(value)
  const from = searchParams.get('from')
  if (!username || !password || !from) return null
  return { origin, accountSid: decodeURIComponent(username), authToken: decodeURIComponent(password), from }
}
