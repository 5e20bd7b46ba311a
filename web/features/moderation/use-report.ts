import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { addReportAttachment, reportProfile, type ReportReceipt } from '#contract/reports.ts'
import { ApiError } from '#web/api/api-error.ts'
import { call } from '#web/api/call.ts'
import { useErrorToast } from '#web/api/use-error-toast.ts'
import type { ReportedMessage } from './report-dialog.tsx'
import type { ReportValues } from './report-form.ts'

interface Reported {
  profileId: string
  photoId: string | null
  message: ReportedMessage | null
}

interface SentReport {
  receipt: ReportReceipt
  isBlocked: boolean
  /** Screenshots that did not arrive. */
  failed: File[]
}

/** Sends a report, then its screenshots; those that fail can be sent again. A form sent twice is one report. */
export function useReport({ profileId, photoId, message }: Reported) {
  const [clientId] = useState(() => crypto.randomUUID())
  const [sent, setSent] = useState<SentReport | null>(null)
  const showError = useErrorToast()

  const send = useMutation({
    mutationFn: async ({ reason, text, isBlocking, files }: ReportValues): Promise<SentReport> => {
      if (!reason) throw new Error('a report without a reason')
      const body = { clientId, profileId, photoId, message, reason, text, isBlocking }
      // Repeatable, because of the client id.
      const { report } = await call(reportProfile, { body }, { isRepeatable: true })
      return { receipt: report, isBlocked: isBlocking, failed: await sendFiles(report.id, files) }
    },
    onSuccess: setSent,
    onError: showError,
  })

  const resend = useMutation({
    mutationFn: ({ receipt, failed }: SentReport) => sendFiles(receipt.id, failed),
    onSuccess: (failed, before) => setSent({ ...before, failed }),
  })

  return { sent, send, resend }
}

/** Sends one file after the other. Returns those that failed. */
async function sendFiles(reportId: string, files: readonly File[]) {
  const failed: File[] = []
  for (const file of files) {
    try {
      await call(addReportAttachment, { params: { reportId }, body: {} }, { file, isRepeatable: true })
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      failed.push(file)
    }
  }
  return failed
}
