import type { Email } from '#contract/emails.ts'
import { mailLocale } from '#server/features/accounts/rules.ts'
import { mailEnvelope } from '#server/features/settings/views.ts'
import type { AppContext } from '#server/context.ts'
import type { EmailRequest } from '#server/platform/mail/mail.ts'
import { openDetails } from './mandate-details.ts'
import { mandateForMail } from './queries.ts'
import { maskedIban } from './rules.ts'

/** Builds the mail with mandate and announcement when sent. Null when the account is gone (PAY-12). */
export async function buildDebitNotice(
  { config, db, sites }: Pick<AppContext, 'config' | 'db' | 'sites'>,
  { userId, about }: EmailRequest,
): Promise<Email | null> {
  const mandate = await mandateForMail(db, { userId, orderId: about['orderId'] ?? '' })
  if (!mandate) return null
  const { name, orderId, reference, amountMinor, currency, country, signedAt, collectedFrom } = mandate
  const { holder, iban, street, houseNumber, zip, city } = openDetails(config, mandate)
  const { company } = sites.byId(mandate.siteId)
  return {
    template: 'debitNotice',
    // In the language of the text that the member agreed to, whatever the account has by now.
    ...mailEnvelope({ config, sites }, mandate),
    props: {
      name,
      orderId,
      reference,
      holder,
      amountMinor,
      currency,
      collectedFrom,
      creditor: `${company.name}, ${company.address}, ${company.city} (${company.country})`,
      creditorId: company.sepa_creditor_id,
      iban: maskedIban(iban),
      address: `${street} ${houseNumber}, ${zip} ${city}`,
      locale: mailLocale({ language: mandate.language, country }),
      signedAt: signedAt.toISOString(),
    },
  }
}

/** Builds the mail about a failed debit. Null when the account is gone, or it was paid after all (PAY-30). */
export async function buildDebitFailed(
  { config, db, sites }: Pick<AppContext, 'config' | 'db' | 'sites'>,
  { userId, about }: EmailRequest,
): Promise<Email | null> {
  const mandate = await mandateForMail(db, { userId, orderId: about['orderId'] ?? '' })
  if (!mandate || (mandate.status !== 'failed' && mandate.status !== 'cancelled')) return null
  const { name, orderId, reference, amountMinor, currency, country, language } = mandate
  return {
    template: 'debitFailed',
    ...mailEnvelope({ config, sites }, mandate),
    props: {
      name,
      orderId,
      reference,
      amountMinor,
      currency,
      iban: maskedIban(openDetails(config, mandate).iban),
      locale: mailLocale({ language, country }),
    },
  }
}
