import { z } from 'zod'
import { defineJob } from '#server/platform/jobs/jobs.ts'

/** Decides about due notices of which a killed process has lost the job. Runs every minute. */
export const settleOverdue = defineJob('notifications.settle_overdue', z.unknown(), 'background')
/** Deletes old entries of the log. Runs every night. */
export const clearNoticeLog = defineJob('notifications.clear_log', z.unknown(), 'maintenance')
/** Sends the mails that are due. Runs every minute. */
export const sendNoticeMails = defineJob('notifications.send_mails', z.unknown(), 'background')
/** Queues digests, reminders and texts of the operator. Runs every minute. */
export const queueRegular = defineJob('notifications.queue_regular', z.unknown(), 'background')
