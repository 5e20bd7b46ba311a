import type { Email } from '#contract/emails.ts'
import { textLanguage } from '#contract/languages.ts'
import { ReportId } from '#contract/ids.ts'
import type { AppContext } from '#server/context.ts'
import { emailSite } from '#server/features/settings/views.ts'
import type { EmailRequest } from '#server/platform/mail/mail.ts'
import { findReceipt } from './report-queries.ts'

/** Builds the receipt of a report when it is sent (MOD-5). Returns null when the reporter's account is not active. */
export async function buildReportReceipt(
  { config, db, sites }: Pick<AppContext, 'config' | 'db' | 'sites'>,
  { userId, about = {} }: EmailRequest,
): Promise<Email | null> {
  const reportId = ReportId.parse(about['reportId'])
  const receipt = await findReceipt(db, { userId, reportId })
  if (!receipt) return null
  const site = sites.byId(receipt.siteId)
  return {
    template: 'reportReceipt',
    to: receipt.email,
    language: textLanguage(receipt.language),
    site: emailSite({ config }, site),
    props: { name: receipt.name, reportId, reportedAt: receipt.createdAt.toISOString() },
  }
}
