import type { Language } from '#contract/languages.ts'
import type { Settings } from '#contract/settings/schemas.ts'
import type { Context } from '#server/platform/context.ts'
import { fieldError } from '#server/platform/errors.ts'
import type { Queryable } from '#server/platform/postgres/tx.ts'
import { insertConsent } from './queries.ts'

/**
 * Rejects the consent to a text that has changed since the page was loaded.
 * @throws AppError `accounts.consent_outdated` at the field `consent`
 */
export function assertConsentVersion({ consent_version }: Pick<Settings, 'consent_version'>, version: string) {
  if (version !== consent_version) throw fieldError('consent', 'accounts.consent_outdated')
}

/**
 * Stores the consent to a version of the text. A repetition changes nothing: the first time counts.
 * `language` is that of the text that was shown. Source: SIGN-6.
 */
export async function giveConsent(
  { clock }: Pick<Context, 'clock'>,
  queryable: Queryable,
  { userId, language, version }: { userId: number; language: Language; version: string },
) {
  const consent = { kind: 'membership', version, language, givenAt: clock.now() }
  await insertConsent(queryable, { userId, ...consent })
}
