import type { ChatPartner, MessagePrices } from '#contract/chat/schemas.ts'
import type { OutboxContent } from './outbox/outbox.ts'

export interface SendingDialogProps {
  profile: ChatPartner
  prices: MessagePrices
  /** The viewer's balance. */
  credits: number
  open: boolean
  onOpenChange: (open: boolean) => void
  onSend: (content: OutboxContent) => void
}

export interface PhotoDialogProps extends SendingDialogProps {
  /** A file that was chosen before the dialog opened; null: it begins with the choice. */
  initialFile: File | null
}
