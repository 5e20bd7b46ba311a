import { join } from 'node:path'
import { expect, test } from 'vitest'
import * as limits from '#contract/limits.ts'
import { DAY, HOUR, MINUTE } from '#contract/time.ts'
import { CELLS_PER_ROW } from '#server/features/profiles/rules.ts'
import { readLocale } from './check-texts.ts'

const english = readLocale(join(import.meta.dirname, '../../locales/en'))

/**
 * Texts that say a number of the program by themselves, without a variable, in every language. When the
 * number changes, they change too, and what they say here.
 */
const texts = {
  'profiles.own.missing.answers': { says: 3, number: limits.PROFILE_ANSWERS },
  'errors.chat.date_out_of_range': { says: 366 * DAY, number: limits.DATE_MAX_AHEAD_MS },
  'errors.credits.code_in_payment': { says: HOUR, number: limits.UNOPENED_ORDER_MS },
  'payments.stay.text': { says: 30 * DAY, number: limits.STAY_DISCOUNT_MS },
  'shell.error.busy': { says: MINUTE, number: limits.PAGE_RATE.timeWindow },
  'operator-site.settings.signal_reporters.help': { says: 30 * DAY, number: limits.SIGNAL_REPORTS_MS },
  'operator-team.link.text': { says: 3 * DAY, number: limits.OPERATOR_INVITATION_MS },
  // These, and `privacy.md` of the static pages: a cell of the map is about 50 km wide.
  'search-filters.position.text': { says: 720, number: CELLS_PER_ROW },
  'signup.complete.position.help': { says: 720, number: CELLS_PER_ROW },
}

test.each(Object.entries(texts))('%s says the number that the program has', (key, { says, number }) => {
  expect(english.has(key)).toBe(true)
  expect(number).toBe(says)
})
