import { createTranslator } from 'use-intl/core'
import { describe, expect, test } from 'vitest'
import { errorStatus, type ErrorCode, type ErrorParams } from '#contract/errors.ts'
import en from '#locales/en/errors.json' with { type: 'json' }
import fr from '#locales/fr/errors.json' with { type: 'json' }
import { errorTextParams } from './use-call-error-text.ts'

/** Params that the server sends with its errors. */
const serverParams: Partial<Record<ErrorCode, ErrorParams>> = {
  'accounts.login_locked': { minutes: 15 },
  'accounts.mail_limit': { seconds: 7200, hours: 2 },
  'profiles.too_young': { min_age: 18 },
  'moderation.blocked': { name: 'Ana' },
  'debits.code_pause': { seconds: 30 },
  'chat.partner_blocked': { name: 'Ana' },
  'exports.too_many': { max: 2 },
  'chat.price_changed': { count: 2 },
  'credits.insufficient': { name: 'Ana' },
  'unlocks.insufficient_credits': { name: 'Ana' },
  'unlocks.price_changed': { count: 2 },
  'profiles.photo_request_limit': { limit: 20 },
  'operator.credits_limit': { left: 3 },
  'operator.days_invalid': { max: 92 },
}

function sentence(language: 'en' | 'fr', code: ErrorCode, params = serverParams[code]) {
  const t = createTranslator({
    locale: language,
    messages: { errors: { en, fr }[language] },
    namespace: 'errors',
    onError(error) {
      throw error
    },
  })
  return t(code, errorTextParams(code, params))
}

describe.each(['en', 'fr'] as const)('in %s', (language) => {
  test('every error has a sentence without an open variable', () => {
    for (const code of Object.keys(errorStatus) as ErrorCode[]) {
      expect(sentence(language, code)).not.toMatch(/[{}]|^errors\./)
    }
  })
})

test('sentences contain the limits of the product', () => {
  expect(sentence('en', 'accounts.password_too_short')).toBe('Use at least 8 characters.')
  expect(sentence('en', 'accounts.password_too_long')).toBe('Use at most 200 characters.')
  expect(sentence('en', 'profiles.name_length')).toBe('Use 2 to 30 characters.')
  expect(sentence('en', 'profiles.photo_too_large')).toBe('This photo is too large. The limit is 12 MB.')
  expect(sentence('en', 'profiles.photo_too_small')).toBe(
    'This photo is too small. Each side must be at least 200 pixels.',
  )
  expect(sentence('fr', 'chat.conversation_limit')).toBe(
    'Les membres gratuits peuvent commencer jusqu’à 2 conversations. Vous pouvez toujours répondre aux autres.',
  )
})

test('params of the server come before the limits', () => {
  expect(sentence('en', 'accounts.password_too_short', { min: 12 })).toBe('Use at least 12 characters.')
})
