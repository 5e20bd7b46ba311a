import type { ChatPartner, MessagePrices } from '#contract/chat.ts'
import { lazyOverlay } from '#web/ui/overlays/lazy-overlay.tsx'
import type { OutgoingContent } from './outbox.ts'

export interface SendingDialogProps {
  profile: ChatPartner
  prices: MessagePrices
  /** The viewer's balance. */
  credits: number
  open: boolean
  onOpenChange: (open: boolean) => void
  onSend: (content: OutgoingContent) => void
}

/** Chooses or takes a photo, and sends it. */
export const PhotoDialog = lazyOverlay<SendingDialogProps>(async () => (await import('./photo-popup.tsx')).PhotoPopup)

/** Chooses a gift, and sends it. */
export const GiftDialog = lazyOverlay<SendingDialogProps>(async () => (await import('./gift-popup.tsx')).GiftPopup)
