import Send from 'lucide-react/icons/send'
import Smile from 'lucide-react/icons/face-slightly-smiling'
import { useEffect, useId, useState, type KeyboardEvent, type Ref, type SubmitEvent } from 'react'
import { useTranslations } from '#web/i18n/intl.tsx'
import type { Conversation, Message } from '#contract/chat/schemas.ts'
import { IconButton } from '#web/ui/elements/icon-button.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { Textarea } from '#web/ui/forms/textarea.tsx'
import { useMediaQuery } from '#web/ui/hooks/use-media-query.ts'
import { lazyOverlay } from '#web/ui/overlays/lazy-overlay.tsx'
import type { ProfileQuote } from '#contract/profiles/schemas.ts'
import { AttachMenu, type Attachment } from './attach-menu.tsx'
import { QuoteTarget, ReplyTarget } from './reply-target.tsx'
import { SendingDialogs, useOpenDialog } from './sending-dialogs.tsx'
import { useMessageField, type ComposerHandle } from './use-message-field.ts'
import type { OutboxContent } from '#web/features/chat/outbox/outgoing-kinds.ts'

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

/** Matches where the first pointer is a finger. On-screen keyboards have no Shift: Enter breaks the line. */
const TOUCH = '(pointer: coarse)'

/** The field within the pill, which has the border and the ring of the focus. */
const fieldVariants = 'border-0! bg-transparent! outline-none! px-1! py-3!'

/**
 * Sends texts, and what the menu beside the field has. On a keyboard Enter sends, Shift+Enter breaks the
 * line. The price stands below the field, unless the message is free.
 */
export function Composer({ conversation, credits, replyTo, onReplyEnd, quote, onQuoteEnd, ...rest }: Props) {
  const { onSend, startsWith, ref } = rest
  const t = useTranslations('chat')
  const emojiT = useTranslations('chat-conversation.emoji')
  const { profile, prices } = conversation
  const { dialog, openDialog, closeDialog } = useOpenDialog(startsWith)
  const field = useMessageField(conversation, {
    ref,
    onSuggestDate: (dateStart) => openDialog({ open: 'date', dateStart }),
  })
  const { inputRef, focus } = field
  const [isEmojiOpen, setIsEmojiOpen] = useState(false)
  const emojiId = useId()
  const canSend = field.isSendable && credits >= prices.text
  const isTouch = useMediaQuery(TOUCH)
  const sendLabel = t('composer.send', { count: prices.text })
  useEffect(() => {
    if (replyTo || quote) inputRef.current?.focus()
  }, [inputRef, replyTo, quote])

  /** For what ends with the press of a button, which goes away with the focus. */
  const withFocus = (act: () => void) => () => {
    act()
    focus()
  }

  function send(event: KeyboardEvent | SubmitEvent) {
    event.preventDefault()
    if (!canSend) return
    onSend({ kind: 'text', body: field.body })
    field.clear()
    focus()
  }

  return (
    <>
      {quote && <QuoteTarget quote={quote} name={profile.name} onEnd={withFocus(onQuoteEnd)} />}
      {replyTo && <ReplyTarget message={replyTo} partner={profile} onEnd={withFocus(onReplyEnd)} />}
      <EmojiPanel
        id={emojiId}
        open={isEmojiOpen}
        onPick={field.insertEmoji}
        onClose={withFocus(() => setIsEmojiOpen(false))}
      />
      <form
        method="post"
        className="border-t border-line bg-surface p-2 pb-[max(--spacing(2),env(safe-area-inset-bottom))] md:px-3"
        onSubmit={send}
      >
        <div className="flex items-end rounded-[1.5rem] border border-line-strong bg-surface-raised transition-[border-color] duration-150 has-[textarea:focus-visible]:border-focus has-[textarea:focus-visible]:outline-2 has-[textarea:focus-visible]:outline-focus">
          <AttachMenu
            prices={prices}
            isTouch={isTouch}
            onOpen={(open) => openDialog({ open })}
            onPhotoChosen={(photo) => openDialog({ open: 'photo', photo })}
          />
          <MessageField
            name={profile.name}
            field={field}
            isTouch={isTouch}
            onSend={send}
            onEscape={() => replyTo && onReplyEnd()}
          />
          <IconButton
            label={emojiT('label')}
            size="sm"
            className="m-1.5"
            aria-expanded={isEmojiOpen}
            aria-controls={isEmojiOpen ? emojiId : undefined}
            onClick={() => setIsEmojiOpen(!isEmojiOpen)}
          >
            <Smile />
          </IconButton>
          <IconButton
            type="submit"
            label={sendLabel}
            variant="primary"
            size="sm"
            className="m-1.5 disabled:bg-accent-quiet disabled:text-accent-text disabled:opacity-100!"
            disabled={!canSend}
          >
            <Send />
          </IconButton>
        </div>
        {prices.text > 0 && credits >= prices.text && (
          // It is the name of the button too. Where the credits are short, the pane says so instead.
          <p aria-hidden className="mt-1 -mb-0.5 text-center text-xs text-text-muted tabular-nums">
            {sendLabel}
          </p>
        )}
      </form>
      <SendingDialogs {...{ dialog, profile, prices, credits, onSend }} onClose={closeDialog} />
    </>
  )
}

interface MessageFieldProps {
  /** Of the partner. */
  name: string
  field: ReturnType<typeof useMessageField>
  isTouch: boolean
  onSend: (event: KeyboardEvent) => void
  onEscape: () => void
}

function MessageField({ name, field, isTouch, onSend, onEscape }: MessageFieldProps) {
  const t = useTranslations('chat.composer')
  const { inputRef, text, type, excess, maxLength } = field
  return (
    <Field
      label={t('label', { name })}
      isLabelHidden
      className="min-w-0 grow"
      error={excess > 0 ? t('tooLong', { max: maxLength, excess }) : undefined}
    >
      <Textarea
        ref={inputRef}
        dir="auto"
        className={fieldVariants}
        rows={1}
        maxRows={6}
        value={text}
        placeholder={t('placeholder')}
        enterKeyHint={isTouch ? 'enter' : 'send'}
        onKeyDown={(event) => {
          if (!isTouch && isSendKey(event)) onSend(event)
          if (event.key === 'Escape') onEscape()
        }}
        onChange={({ currentTarget }) => type(currentTarget.value)}
      />
    </Field>
  )
}

/** Enter without Shift. While an input method composes text, Enter chooses a character instead. */
function isSendKey({ key, shiftKey, nativeEvent }: KeyboardEvent) {
  return key === 'Enter' && !shiftKey && !nativeEvent.isComposing
}

/** The emoji that can be put into the field. */
const EmojiPanel = lazyOverlay(async () => (await import('./emoji-panel.tsx')).EmojiPanel)
