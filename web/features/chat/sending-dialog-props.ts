import type { ChatPartner, MessagePrices } from '#contract/chat/schemas.ts'
import type { OutboxContent } from './outbox/outgoing-kinds.ts'

export interface SendingDialogProps {
  profile: ChatPartner
  prices: MessagePrices
  /** The viewer's balance. */
  credits: number
  open: boolean
  onOpenChange: (open: boolean) => void
  onSend: (content: OutboxContent) => void
  /** A photo that was chosen before the dialog opened; null: it begins with the choice. */
  photo: File | null
  /** What the fields of a date begin with; null: they are empty. */
  dateStart: DateStart | null
}

/** What a suggestion of another day keeps of the one that it answers. */
export interface DateStart {
  /** `19:30`, as its field has it. */
  time: string
  place: string
}
