import type { Email } from '#contract/emails.ts'
import { countryLanguages, type CountryCode } from '#contract/countries.ts'
import { CaseReference } from '#contract/ids.ts'
import { textLanguage } from '#contract/languages.ts'
import { REMOVAL_MS } from '#contract/limits.ts'
import { formatLocale } from '#contract/locales.ts'
import { HOUR } from '#contract/time.ts'
import type { AppContext } from '#server/context.ts'
import { findComplaint } from '#server/features/pages/service.ts'
import { mailEnvelope } from '#server/features/settings/views.ts'
import type { EmailRequest } from '#server/platform/mail/mail.ts'
import { outcomeOf, toStatement } from './decision-view.ts'
import { findParty, findRecipient } from './party-queries.ts'

type Deps = Pick<AppContext, 'config' | 'db' | 'sites'>

/** Builds the statement of reasons when it is sent (MOD-22). */
export async function buildStatement(context: Deps, request: EmailRequest): Promise<Email | null> {
  const addressed = await findAddressed(context, request)
  const statement = addressed && toStatement(addressed.party)
  if (!statement || !addressed.party.appealUntil) return null
  const { measure, violation, rejection, legalGround, content, until, source } = statement
  return {
    template: 'decisionStatement',
    ...addressed.envelope,
    props: {
      ...addressed.common,
      measure,
      violation,
      rejection,
      legalGround,
      content: content ?? 'behaviour',
      until,
      source,
      appealUntil: addressed.party.appealUntil.toISOString(),
      locale: addressed.locale,
    },
  }
}

/** Builds the outcome of a report when it is sent (MOD-22). */
export async function buildReportOutcome(context: Deps, request: EmailRequest): Promise<Email | null> {
  const addressed = await findAddressed(context, request)
  const outcome = addressed && outcomeOf(addressed.party)
  if (!outcome || !addressed.party.appealUntil) return null
  const { reference: reportId, appealUntil } = addressed.party
  return {
    template: 'reportOutcome',
    ...addressed.envelope,
    props: { ...addressed.common, reportId, outcome, appealUntil: appealUntil.toISOString(), locale: addressed.locale },
  }
}

/** Builds the outcome of an appeal when it is sent (MOD-23). */
export async function buildAppealOutcome(context: Deps, request: EmailRequest): Promise<Email | null> {
  const addressed = await findAddressed(context, request)
  if (addressed?.party.appealStatus !== 'decided') return null
  const outcome = addressed.party.appealDecision === 'uphold' ? 'upheld' : 'changed'
  const { reference } = addressed.party
  return { template: 'appealOutcome', ...addressed.envelope, props: { ...addressed.common, reference, outcome } }
}

/** Builds the outcome of a complaint, to the address that it gave. */
export async function buildComplaintOutcome(context: Deps, { about }: EmailRequest): Promise<Email | null> {
  const complaintId = CaseReference.parse(about['reference'])
  const party = await findParty(context.db, complaintId)
  const complaint = await findComplaint(context, complaintId)
  const outcome = party && outcomeOf(party)
  if (!complaint || !outcome) return null
  const envelope = mailEnvelope(context, complaint)
  const url = `${envelope.site.url}/decisions/${complaintId}`
  const { reply } = party
  return { template: 'complaintOutcome', ...envelope, props: { complaintId, outcome, reply, url } }
}

/** Builds the receipt of a request to remove an image. It repeats nothing of it. */
export async function buildRemovalReceipt(context: Deps, { about }: EmailRequest): Promise<Email | null> {
  const reference = CaseReference.parse(about['complaintId'])
  const request = await findComplaint(context, reference)
  if (!request) return null
  const envelope = mailEnvelope(context, request)
  const url = `${envelope.site.url}/decisions/${reference}`
  const hours = REMOVAL_MS / HOUR
  return { template: 'removalReceipt', ...envelope, props: { complaintId: reference, hours, url } }
}

/** Builds the outcome of a request to remove an image, or of the appeal against it. */
export async function buildRemovalOutcome(context: Deps, { about }: EmailRequest): Promise<Email | null> {
  const complaintId = CaseReference.parse(about['reference'])
  const party = await findParty(context.db, complaintId)
  const request = await findComplaint(context, complaintId)
  const outcome = party && outcomeOf(party)
  if (!request || !outcome) return null
  const envelope = mailEnvelope(context, request)
  const url = `${envelope.site.url}/decisions/${complaintId}`
  return { template: 'removalOutcome', ...envelope, props: { complaintId, outcome, url } }
}

/** Returns the party of a mail and what every mail to a member has; null if it cannot be sent any more. */
async function findAddressed(context: Deps, { about }: EmailRequest) {
  const reference = CaseReference.parse(about['reference'])
  const [party, recipient] = [await findParty(context.db, reference), await findRecipient(context.db, reference)]
  if (!party || !recipient) return null
  const envelope = mailEnvelope(context, recipient)
  const country = recipient.country as CountryCode
  const language = textLanguage(recipient.language)
  const locale = formatLocale({ language, isChosen: true, country, offered: countryLanguages[country] })
  return {
    party,
    envelope,
    locale,
    common: { name: recipient.name, url: `${envelope.site.url}/decisions/${reference}` },
  }
}
