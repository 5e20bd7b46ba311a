import type { ReportReason } from '#contract/reports.ts'

export interface ReportValues {
  reason: ReportReason | null
  text: string
  isBlocking: boolean
  files: File[]
}

export const emptyReport: ReportValues = { reason: null, text: '', isBlocking: false, files: [] }

/** Returns why a file cannot be a screenshot, as the key of its text, or null. */
export function rejectAttachment({ type, size }: Pick<File, 'type' | 'size'>, { maxBytes }: { maxBytes: number }) {
  if (!['image/jpeg', 'image/png', 'image/webp'].includes(type)) return 'notImage'
  return size > maxBytes ? 'tooLarge' : null
}

/** Whether the reason is not enough without words. The server checks it too. */
export function needsText({ reason, text }: Pick<ReportValues, 'reason' | 'text'>) {
  return reason === 'other' && text.trim() === ''
}
