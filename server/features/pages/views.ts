import type { Language } from '#contract/languages.ts'
import * as limits from '#contract/limits.ts'
import { youngestAge } from '#contract/settings/site-rules.ts'
import { DAY, HOUR } from '#contract/time.ts'
import type { Site } from '#server/features/settings/service.ts'
import { siteUrl } from '#server/features/settings/views.ts'
import type { Config } from '#server/platform/config.ts'

/** Returns the variables of page texts: data of the site and its company, and numbers of the product. */
export function pageValues(
  deps: { config: Pick<Config, 'publicUrl'> },
  { site, language }: { site: Site; language: Language },
): Record<string, string> {
  const { settings, company } = site
  const country = new Intl.DisplayNames(language, { type: 'region' }).of(company.country) ?? company.country
  const numbers = {
    minimum_age: youngestAge(settings),
    message_credits: settings.message_credits,
    free_messages: Math.floor(settings.signup_credits / settings.message_credits),
    free_conversations: limits.FREE_CONVERSATIONS,
    free_photos: limits.FREE_PHOTOS,
    premium_photos: limits.PREMIUM_PHOTOS,
    refund_days: settings.refund_days,
    deletion_days: limits.DELETION_DAYS,
    unconfirmed_days: limits.UNCONFIRMED_DAYS,
    dormant_days: limits.DORMANT_DAYS,
    history_days: limits.HISTORY_DAYS,
    export_days: limits.EXPORT_DAYS,
    visit_days: limits.VISIT_DAYS,
    removal_hours: limits.REMOVAL_MS / HOUR,
    complaint_days: limits.COMPLAINT_DAYS,
    case_days: limits.CASE_HOLD_DAYS,
    appeal_months: limits.APPEAL_MONTHS,
    evidence_days: limits.EVIDENCE_AFTER_APPEAL_MS / DAY,
  }
  return {
    site: settings.name,
    url: siteUrl(deps, site),
    company: company.name,
    address: company.address,
    city: company.city,
    country,
    number: company.kvk,
    vat: company.vat_numbers.map(({ number }) => number).join(', '),
    email: settings.support_email,
    phone: settings.support_phone || company.support_phone,
    ...Object.fromEntries(Object.entries(numbers).map(([name, value]) => [name, value.toLocaleString(language)])),
  }
}
