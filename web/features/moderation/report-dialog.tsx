import { lazyOverlay } from '#web/ui/overlays/lazy-overlay.tsx'
import type { ReportDialogProps } from './report-form.ts'

/** Reports a member, a photo or a message (MOD-5). */
export const ReportDialog = lazyOverlay<ReportDialogProps>(async () => (await import('./report-popup.tsx')).ReportPopup)
