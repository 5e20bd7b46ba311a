import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { addReportAttachment, listReports, reportProfile } from '#contract/moderation/calls.ts'
import type { ReportReceipt } from '#contract/moderation/schemas.ts'
import { ApiError } from '#web/api/api-error.ts'
import { call } from '#web/api/call.ts'
import { createClientIds } from '#web/api/client-ids.ts'
import { apiQueryKey } from '#web/api/queries.ts'
import { useErrorToast } from '#web/api/use-error-toast.ts'
import type { ReportedMessage, ReportValues } from './report-form.ts'

interface Reported {
  profileId: string
  photoId: string | null
  message: ReportedMessage | null
  /** Whether the dialog is open. */
  open: boolean
  /** Called once a report has blocked the member and its dialog is closed, or gone with its page. */
  onBlocked: () => void
}

interface SentReport {
  receipt: ReportReceipt
  isBlocked: boolean
  /** Screenshots that did not arrive. */
  failed: File[]
}

/**
 * Sends a report, then its screenshots; failed ones can be sent again. A form sent twice is one report,
 * unless what it says was edited meanwhile; a block is added to the one that was sent.
 */
export function useReport({ profileId, photoId, message, open, onBlocked }: Reported) {
  const [clientIdFor] = useState(() => createClientIds<string>())
  const [sent, setSent] = useState<SentReport | null>(null)
  const showError = useErrorToast()
  const client = useQueryClient()
  const closing = useClosing(open)

  const send = useMutation({
    mutationFn: async ({ reason, text, isBlocking, files }: ReportValues): Promise<SentReport> => {
      if (!reason) throw new Error('a report without a reason')
      const clientId = clientIdFor(JSON.stringify([reason, text]))
      const body = { clientId, profileId, photoId, message, reason, text, isBlocking }
      // Repeatable, because of the client id.
      const { report } = await call(reportProfile, { body })
      void client.invalidateQueries({ queryKey: apiQueryKey(listReports) })
      // Not in an effect: the page may have been left by now, and the dialog with it.
      if (isBlocking) void closing.current.then(onBlocked)
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

/** Returns a promise that is fulfilled when the dialog is closed or unmounted, at once if it is closed. */
function useClosing(open: boolean) {
  const closing = useRef(Promise.resolve())
  useEffect(() => {
    if (!open) return undefined
    let resolve = () => {}
    closing.current = new Promise((fulfil) => {
      resolve = fulfil
    })
    return () => resolve()
  }, [open])
  return closing
}

/** Sends one file after the other. Returns those that failed. */
async function sendFiles(reportId: string, files: readonly File[]) {
  const failed: File[] = []
  for (const file of files) {
    try {
      await call(addReportAttachment, { params: { reportId }, body: {} }, { file })
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      failed.push(file)
    }
  }
  return failed
}
