import type { ChatPartner, MessagePrices } from '#contract/chat.ts'
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
