import type { Email } from '#contract/emails.ts'
import { ReportId } from '#contract/ids.ts'
import type { AppContext } from '#server/context.ts'
import { mailEnvelope } from '#server/features/settings/views.ts'
import type { EmailRequest } from '#server/platform/mail/mail.ts'
import { findReceipt } from './report-queries.ts'

/** Builds the receipt of a report when it is sent (MOD-5). Returns null when the reporter is inactive. */
export async function buildReportReceipt(
  context: Pick<AppContext, 'config' | 'db' | 'sites'>,
  { userId, about }: EmailRequest,
): Promise<Email | null> {
  const reportId = ReportId.parse(about['reportId'])
  const receipt = await findReceipt(context.db, { userId, reportId })
  if (!receipt) return null
  return {
    template: 'reportReceipt',
    ...mailEnvelope(context, receipt),
    props: { name: receipt.name, reportId, reportedAt: receipt.createdAt.toISOString() },
  }
}
