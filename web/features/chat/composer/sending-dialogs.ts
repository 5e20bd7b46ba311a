import { lazyOverlay } from '#web/ui/overlays/lazy-overlay.tsx'
import type { SendingDialogProps } from '#web/features/chat/sending-dialog-props.ts'

/** Chooses or takes a photo, and sends it. */
export const PhotoDialog = lazyOverlay<SendingDialogProps>(async () => (await import('./photo-popup.tsx')).PhotoPopup)

/** Chooses a gift, and sends it. */
export const GiftDialog = lazyOverlay<SendingDialogProps>(async () => (await import('./gift-popup.tsx')).GiftPopup)
