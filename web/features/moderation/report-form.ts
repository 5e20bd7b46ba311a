import type { ProfileCard } from '#contract/profiles/schemas.ts'
import type { ReportReason } from '#contract/moderation/schemas.ts'

export interface ReportedMessage {
  conversationId: string
  seq: number
}

export interface ReportDialogProps {
  member: Pick<ProfileCard, 'id' | 'name' | 'gender'>
  /** One photo of the member, or one message to the viewer; without either, it is about the profile. */
  photoId?: string | null
  message?: ReportedMessage | null
  open: boolean
  onOpenChange: (open: boolean) => void
  /** Called once a report has blocked the member as well and its dialog is closed, or gone with its page. */
  onBlocked: () => void
}

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
