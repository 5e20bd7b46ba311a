import Send from 'lucide-react/icons/send'
import Smile from 'lucide-react/icons/face-slightly-smiling'
import { useEffect, useId, useImperativeHandle, useRef, useState } from 'react'
import type { KeyboardEvent, Ref, SubmitEvent } from 'react'
import { flushSync } from 'react-dom'
import X from 'lucide-react/icons/x'
import { useTranslations } from '#web/i18n/intl.tsx'
import type { Conversation, Message } from '#contract/chat/schemas.ts'
import { useSettings } from '#web/features/settings/use-settings.ts'
import { IconButton } from '#web/ui/elements/icon-button.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { Textarea } from '#web/ui/forms/textarea.tsx'
import { useMediaQuery } from '#web/ui/hooks/use-media-query.ts'
import { useMessageSummary } from '#web/features/chat/message/use-message-summary.ts'
import { lazyOverlay } from '#web/ui/overlays/lazy-overlay.tsx'
import type { PhotoDialogProps, SendingDialogProps } from '#web/features/chat/sending-dialog-props.ts'
import type { ProfileQuote } from '#contract/profiles/schemas.ts'
import { AttachMenu, type Attachment } from './attach-menu.tsx'
import { QuoteTarget } from './quote-target.tsx'
import { checkDraft, withEmoji, withSuggestion } from './message-draft.ts'
import type { OutboxContent } from '#web/features/chat/outbox/outbox.ts'
import { useDraft } from './use-draft.ts'
import { useTypingIndicator } from './use-typing.ts'

/** What others can do with the field of a composer. */
export interface ComposerHandle {
  /** Puts a suggestion into the field, below what is written there, to be changed and sent by the viewer. */
  suggest: (text: string) => void
  focus: () => void
}

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
  const { id, profile, prices } = conversation
  const { message_length: maxLength } = useSettings()
  const inputRef = useRef<HTMLTextAreaElement>(null)
  const typingIndicator = useTypingIndicator(id)
  const draft = useDraft(profile.id)
  const [open, setOpen] = useState(startsWith)
  const [photo, setPhoto] = useState<File | null>(null)
  const [isEmojiOpen, setIsEmojiOpen] = useState(false)
  const emojiId = useId()
  const { body, excess, isSendable } = checkDraft(draft.text, maxLength)
  const canPay = credits >= prices.text
  const isTouch = useMediaQuery(TOUCH)
  const suggested = useRef<string>(null)
  useImperativeHandle(ref, () => ({
    suggest(suggestion) {
      draft.change(withSuggestion(draft.text, { suggestion, before: suggested.current }))
      suggested.current = suggestion
      inputRef.current?.focus()
    },
    focus: () => inputRef.current?.focus(),
  }))
  useEffect(() => {
    if (replyTo || quote) inputRef.current?.focus()
  }, [replyTo, quote])

  function endReply() {
    onReplyEnd()
    inputRef.current?.focus()
  }

  function endQuote() {
    onQuoteEnd()
    inputRef.current?.focus()
  }

  function send(event: KeyboardEvent | SubmitEvent) {
    event.preventDefault()
    if (!isSendable || !canPay) return
    onSend({ kind: 'text', body })
    draft.clear()
    typingIndicator.sent()
    inputRef.current?.focus()
  }

  /** Puts an emoji where the cursor is. The field gets no focus: on a phone its keyboard would open. */
  function insertEmoji(emoji: string) {
    const field = inputRef.current
    const at = draft.text.length
    const { text, cursor } = withEmoji(draft.text, {
      emoji,
      start: field?.selectionStart ?? at,
      end: field?.selectionEnd ?? at,
    })
    flushSync(() => draft.change(text))
    field?.setSelectionRange(cursor, cursor)
    typingIndicator.typed()
  }

  function closePhoto() {
    setPhoto(null)
    setOpen(null)
  }

  function closeEmoji() {
    setIsEmojiOpen(false)
    inputRef.current?.focus()
  }
  const dialog = { profile, prices, credits, onOpenChange: () => setOpen(null), onSend }
  const sendLabel = t('composer.send', { count: prices.text })

  return (
    <>
      {quote && <QuoteTarget quote={quote} name={profile.name} onEnd={endQuote} />}
      {replyTo && <ReplyTarget message={replyTo} partner={profile} onEnd={endReply} />}
      <EmojiPanel id={emojiId} open={isEmojiOpen} onPick={insertEmoji} onClose={closeEmoji} />
      <form
        method="post"
        className="border-t border-line bg-surface p-2 pb-[max(--spacing(2),env(safe-area-inset-bottom))] md:px-3"
        onSubmit={send}
      >
        <div className="flex items-end rounded-[1.5rem] border border-line-strong bg-surface-raised transition-[border-color] duration-150 has-[textarea:focus-visible]:border-focus has-[textarea:focus-visible]:outline-2 has-[textarea:focus-visible]:outline-focus">
          <AttachMenu
            prices={prices}
            isTouch={isTouch}
            onOpen={setOpen}
            onPhotoChosen={(file) => {
              setPhoto(file)
              setOpen('photo')
            }}
          />
          <Field
            label={t('composer.label', { name: profile.name })}
            isLabelHidden
            className="min-w-0 grow"
            error={excess > 0 ? t('composer.tooLong', { max: maxLength, excess }) : undefined}
          >
            <Textarea
              ref={inputRef}
              dir="auto"
              className={fieldVariants}
              rows={1}
              maxRows={6}
              value={draft.text}
              placeholder={t('composer.placeholder')}
              enterKeyHint={isTouch ? 'enter' : 'send'}
              onKeyDown={(event) => {
                if (!isTouch && isSendKey(event)) send(event)
                if (event.key === 'Escape' && replyTo) onReplyEnd()
              }}
              onChange={({ currentTarget }) => {
                draft.change(currentTarget.value)
                typingIndicator.typed()
              }}
            />
          </Field>
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
            disabled={!isSendable || !canPay}
          >
            <Send />
          </IconButton>
        </div>
        {prices.text > 0 && (
          // It is the name of the button too.
          <p aria-hidden className="mt-1 -mb-0.5 text-center text-xs text-text-muted tabular-nums">
            {sendLabel}
          </p>
        )}
      </form>
      <PhotoDialog {...dialog} open={open === 'photo'} initialFile={photo} onOpenChange={closePhoto} />
      <GiftDialog {...dialog} open={open === 'gift'} />
      <VoiceDialog {...dialog} open={open === 'voice'} />
      <DateDialog {...dialog} open={open === 'date'} />
    </>
  )
}

/** Enter without Shift. While an input method composes text, Enter chooses a character instead. */
function isSendKey({ key, shiftKey, nativeEvent }: KeyboardEvent) {
  return key === 'Enter' && !shiftKey && !nativeEvent.isComposing
}

interface ReplyTargetProps {
  message: Message
  partner: { id: string; name: string }
  onEnd: () => void
}

/** Above the field: the message that is being answered. */
function ReplyTarget({ message, partner, onEnd }: ReplyTargetProps) {
  const t = useTranslations('chat-conversation')
  const summary = useMessageSummary()
  return (
    <div className="flex items-center gap-2 border-t border-line bg-surface ps-4 pe-2 pt-2">
      <div className="min-w-0 grow border-s-4 border-accent ps-2 text-sm">
        <p className="font-semibold text-accent-text">
          {message.senderId === partner.id ? t('replyTo', { name: partner.name }) : t('replyToOwn')}
        </p>
        <p dir="auto" className="truncate text-text-muted">
          {summary(message)}
        </p>
      </div>
      <IconButton label={t('replyCancel')} size="sm" onClick={onEnd}>
        <X />
      </IconButton>
    </div>
  )
}

/** The emoji that can be put into the field. */
const EmojiPanel = lazyOverlay(async () => (await import('./emoji-panel.tsx')).EmojiPanel)

/** Chooses or takes a photo, and sends it. */
const PhotoDialog = lazyOverlay<PhotoDialogProps>(async () => (await import('./photo-popup.tsx')).PhotoPopup)

/** Chooses a gift, and sends it. */
const GiftDialog = lazyOverlay<SendingDialogProps>(async () => (await import('./gift-popup.tsx')).GiftPopup)

/** Records a voice message, and sends it. */
const VoiceDialog = lazyOverlay<SendingDialogProps>(async () => (await import('./voice-popup.tsx')).VoicePopup)

/** Suggests a date. */
const DateDialog = lazyOverlay<SendingDialogProps>(async () => (await import('./date-popup.tsx')).DatePopup)
