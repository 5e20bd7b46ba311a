import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { CONSENT_VERSION } from '#contract/accounts/consent-version.ts'
import { languages, type Language } from '#contract/languages.ts'

/** SHA-256 of the English and French texts of each version. Members agreed to them: a line never changes. */
const texts: Record<string, string> = {
  '2026-11-21': '2d7b28e61ba8ad3da5f8890456f95f60e92da9e6dccfd8db765a59753b12e89a',
  '2026-11-21.2': '0ab12a3afbff1b174f9cb2b1f2fe6bcd149fc42005a81bdb77083eb7de12a1db',
  '2026-11-23': '3b38548859c70326c2f183066f4684018c201bcee0b4f7ff27acabf6c093ce0d',
}

/** The same of the languages that came later, from the version that they came with. */
const laterTexts: Record<string, string> = {
  '2026-11-23': '327454b625a38ced1aafb7a0a25d81091b299aaf67ccb897496ec47e32b9b940',
}

test('the consent texts of all languages are those of the version; changed texts need a new CONSENT_VERSION', () => {
  const later = languages.filter((language) => language !== 'en' && language !== 'fr')
  expect(hashOf(['en', 'fr'])).toBe(texts[CONSENT_VERSION])
  expect(hashOf(later)).toBe(laterTexts[CONSENT_VERSION])
})

function hashOf(some: readonly Language[]) {
  const words = JSON.stringify(some.map(consentTexts))
  // Where a line may break is not part of what members agreed to.
  return createHash('sha256')
    .update(words.replaceAll(/[\u00a0\u202f]/g, ' '))
    .digest('hex')
}

function consentTexts(language: Language) {
  const file = new URL(`../../../locales/${language}/accounts.json`, import.meta.url)
  const { consent } = JSON.parse(readFileSync(file, 'utf8')) as { consent: { text: string; help: string } }
  return [consent.text, consent.help]
}
