import type { ProfileCard } from '#contract/profiles.ts'
import { lazyOverlay } from '#web/ui/overlays/lazy-overlay.tsx'

export interface ReportedMessage {
  conversationId: string
  seq: number
}

export interface ReportDialogProps {
  member: Pick<ProfileCard, 'id' | 'name' | 'gender'>
  /** One photo of the member, or one message to the viewer; without either, the report is about the profile. */
  photoId?: string | null
  message?: ReportedMessage | null
  open: boolean
  onOpenChange: (open: boolean) => void
  /** Called once a report has blocked the member as well and its dialog is closed, or gone with its page. */
  onBlocked: () => void
}

/** Reports a member, a photo or a message (MOD-5). */
export const ReportDialog = lazyOverlay<ReportDialogProps>(async () => (await import('./report-popup.tsx')).ReportPopup)
