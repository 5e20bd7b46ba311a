/**
 * Version of the text to which members consent: `consent.text` and `consent.help` in
 * `locales/<lang>/accounts.json`. A changed text gets a new version, and every member is asked again
 * (SIGN-6). `server/features/accounts/consents.test.ts` compares the texts with the version.
 */
export const CONSENT_VERSION = '2026-11-23'
