import { z } from 'zod'
import type { Email } from '#contract/emails.ts'
import { ComplaintId } from '#contract/ids.ts'
import { COMPLAINT_DAYS } from '#contract/limits.ts'
import { DAY } from '#contract/time.ts'
import type { AppContext } from '#server/context.ts'
import { mailEnvelope } from '#server/features/settings/views.ts'
import { defineJob } from '#server/platform/jobs/jobs.ts'
import type { EmailRequest } from '#server/platform/mail/mail.ts'
import { deleteComplaintsBefore, findComplaint } from './queries.ts'

export const deleteOldComplaints = defineJob('pages.delete_old_complaints', z.object({}), 'maintenance')

export function pagesJobs(context: AppContext) {
  const { jobs, mail, db, clock } = context
  mail.define('complaintReceipt', (request) => buildComplaintReceipt(context, request))
  jobs.handle(deleteOldComplaints, () =>
    deleteComplaintsBefore(db, new Date(clock.now().getTime() - COMPLAINT_DAYS * DAY)),
  )
  jobs.cron(deleteOldComplaints, '20 4 * * *')
}

/** Builds the receipt of a complaint when it is sent. Returns null when the complaint was deleted. */
async function buildComplaintReceipt(
  context: Pick<AppContext, 'config' | 'db' | 'sites'>,
  { about }: EmailRequest,
): Promise<Email | null> {
  const complaint = await findComplaint(context.db, ComplaintId.parse(about['complaintId']))
  if (!complaint) return null
  return {
    template: 'complaintReceipt',
    ...mailEnvelope(context, complaint),
    props: { complaintId: complaint.publicId, sentAt: complaint.createdAt.toISOString() },
  }
}
