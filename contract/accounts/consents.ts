import { z } from 'zod'
import { User } from './accounts.ts'
import { endpoint } from '#contract/endpoint.ts'
import { languages } from '#contract/languages.ts'

/**
 * Version of the text to which members consent: `consent.text` and `consent.help` in
 * `locales/<lang>/accounts.json`. A changed text gets a new version, and every member is asked again
 * (SIGN-6). `server/features/accounts/consents.test.ts` compares the texts with the version.
 */
export const CONSENT_VERSION = '2026-11-23'

/** The version of the text that was on the screen. An open page may show an older one than the server has. */
export const ConsentVersion = z.string().max(20)

export const giveConsent = endpoint({
  method: 'PUT',
  path: '/api/consent',
  access: 'member',
  summary: 'Stores that the member agrees to the present text, after it has changed.',
  body: z.strictObject({ version: ConsentVersion, language: z.enum(languages) }),
  reply: z.object({ user: User }),
})
