import { useEffect, type Ref } from 'react'
import type { Conversation, Message } from '#contract/chat/schemas.ts'
import type { ProfileQuote } from '#contract/profiles/schemas.ts'
import type { OutboxContent } from '#web/features/chat/outbox/outgoing-kinds.ts'
import { SendingDialogs, useOpenDialog, type Attachment } from './attachments.tsx'
import { QuoteTarget, ReplyTarget } from './reply-target.tsx'
import { TextForm } from './text-form.tsx'
import { useMessageField, type ComposerHandle } from './use-message-field.ts'

interface Props {
  conversation: Conversation
  /** The viewer's balance. */
  credits: number
  /** The message that the next one answers. */
  replyTo: Message | null
  onReplyEnd: () => void
  /** The part of the partner's profile that the next one is about. */
  quote: ProfileQuote | null
  onQuoteEnd: () => void
  onSend: (content: OutboxContent) => void
  /** What is open from the start. */
  startsWith: Attachment | null
  ref: Ref<ComposerHandle>
}

/**
 * Sends texts, and what the menu beside the field has. On a keyboard Enter sends, Shift+Enter breaks the
 * line. The price stands below the field, unless the message is free.
 */
export function Composer({ conversation, credits, replyTo, onReplyEnd, quote, onQuoteEnd, ...rest }: Props) {
  const { onSend, startsWith, ref } = rest
  const { profile, prices } = conversation
  const { dialog, openDialog, closeDialog } = useOpenDialog(startsWith)
  const field = useMessageField(conversation, {
    ref,
    onSuggestDate: (dateStart) => openDialog({ open: 'date', dateStart }),
  })
  const { inputRef, focus } = field
  useEffect(() => {
    if (replyTo || quote) inputRef.current?.focus()
  }, [inputRef, replyTo, quote])

  /** For what ends with the press of a button, which goes away with the focus. */
  const withFocus = (act: () => void) => () => {
    act()
    focus()
  }

  return (
    <>
      {quote && <QuoteTarget quote={quote} name={profile.name} onEnd={withFocus(onQuoteEnd)} />}
      {replyTo && <ReplyTarget message={replyTo} partner={profile} onEnd={withFocus(onReplyEnd)} />}
      <TextForm
        name={profile.name}
        field={field}
        prices={prices}
        credits={credits}
        onSend={(body) => onSend({ kind: 'text', body })}
        onEscape={() => replyTo && onReplyEnd()}
        onAttach={openDialog}
      />
      <SendingDialogs {...{ dialog, profile, prices, credits, onSend }} onClose={closeDialog} />
    </>
  )
}
