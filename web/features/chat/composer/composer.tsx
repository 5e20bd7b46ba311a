import { useEffect, type Ref } from 'react'
import type { ChatPartner, Conversation, Message } from '#contract/chat/schemas.ts'
import type { ProfileQuote } from '#contract/profiles/schemas.ts'
import { useUser } from '#web/features/accounts/use-user.ts'
import { HelpButton } from '#web/features/chat/conversation/help-button.tsx'
import type { OutboxContent } from '#web/features/chat/outbox/outgoing-kinds.ts'
import { useSettings } from '#web/features/settings/use-settings.ts'
import { useTranslations } from '#web/i18n/intl.tsx'
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
      {credits < prices.text && <CreditsNote profile={profile} hasDraft={field.body !== ''} />}
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

/**
 * Above the field: the credits do not suffice for the next text. Before something is written, it says only
 * that: the sentence about a message that cannot be sent waits until there is one (CHAT-5).
 */
function CreditsNote({ profile, hasDraft }: { profile: ChatPartner; hasDraft: boolean }) {
  const t = useTranslations('chat')
  const user = useUser()
  const hasFree = useSettings().signup_credits > 0 && user?.paid_user === false
  const state = !hasFree ? 'other' : user.status === 'not_confirmed' ? 'unconfirmed' : 'free'
  const { name } = profile
  return (
    <div
      role="status"
      className="mx-3 mb-2 flex flex-wrap items-center justify-between gap-x-3 gap-y-1.5 rounded-md bg-accent-soft px-3 py-2"
    >
      <p className="min-w-0 grow basis-60 text-sm">
        {hasDraft ? `${t('noCredits', { name })} ${t('draftStays')}` : t('short', { name, state })}
      </p>
      <HelpButton help="credits" profile={profile} />
    </div>
  )
}
