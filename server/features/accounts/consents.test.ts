import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { CONSENT_VERSION } from '#contract/accounts/consent-version.ts'
import english from '#locales/en/accounts.json' with { type: 'json' }
import french from '#locales/fr/accounts.json' with { type: 'json' }

/** SHA-256 of the texts of each version. Members agreed to them, so a line here never changes. */
const texts: Record<string, string> = {
  '2026-11-21': '2d7b28e61ba8ad3da5f8890456f95f60e92da9e6dccfd8db765a59753b12e89a',
  '2026-11-21.2': '0ab12a3afbff1b174f9cb2b1f2fe6bcd149fc42005a81bdb77083eb7de12a1db',
  '2026-11-23': '3b38548859c70326c2f183066f4684018c201bcee0b4f7ff27acabf6c093ce0d',
}

test('the consent texts of all languages are those of the version; changed texts need a new CONSENT_VERSION', () => {
  const consentTexts = [english, french].map(({ consent: { text, help } }) => [text, help])
  // Where a line may break is not part of what members agreed to.
  const words = JSON.stringify(consentTexts).replaceAll(/[\u00a0\u202f]/g, ' ')
  expect(texts[CONSENT_VERSION]).toBe(createHash('sha256').update(words).digest('hex'))
})
