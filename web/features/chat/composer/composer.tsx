import GiftIcon from 'lucide-react/icons/gift'
import Image from 'lucide-react/icons/image'
import Send from 'lucide-react/icons/send'
import { useEffect, useImperativeHandle, useRef, useState, type KeyboardEvent, type Ref, type SubmitEvent } from 'react'
import X from 'lucide-react/icons/x'
import { useTranslations } from '#web/i18n/intl.tsx'
import type { Conversation, Message } from '#contract/chat/schemas.ts'
import { useSettings } from '#web/features/settings/use-settings.ts'
import { Button } from '#web/ui/elements/button.tsx'
import { CoinIcon } from '#web/ui/elements/coin-icon.tsx'
import { IconButton } from '#web/ui/elements/icon-button.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { Textarea } from '#web/ui/forms/textarea.tsx'
import { useMediaQuery } from '#web/ui/hooks/use-media-query.ts'
import { useMessageSummary } from '#web/features/chat/message/use-message-summary.ts'
import { lazyOverlay } from '#web/ui/overlays/lazy-overlay.tsx'
import type { SendingDialogProps } from '#web/features/chat/sending-dialog-props.ts'
import type { ProfileQuote } from '#contract/profiles/schemas.ts'
import { QuoteTarget } from './quote-target.tsx'
import { checkDraft, withSuggestion } from './message-draft.ts'
import type { OutboxContent } from '#web/features/chat/outbox/outbox.ts'
import { cx } from '#web/ui/cx.ts'
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
  startsWith: 'photo' | 'gift' | null
  ref: Ref<ComposerHandle>
}

/** Matches where the first pointer is a finger. On-screen keyboards have no Shift: Enter breaks the line. */
const ON_SCREEN_KEYBOARD = '(pointer: coarse)'

/** Sends texts, photos and gifts. On a keyboard Enter sends, Shift+Enter breaks the line. Shows the price. */
export function Composer({ conversation, credits, replyTo, onReplyEnd, quote, onQuoteEnd, ...rest }: Props) {
  const { onSend, startsWith, ref } = rest
  const t = useTranslations('chat')
  const kindT = useTranslations('chat-conversation.composer')
  const { id, profile, prices } = conversation
  const { message_length: maxLength } = useSettings()
  const inputRef = useRef<HTMLTextAreaElement>(null)
  const typingIndicator = useTypingIndicator(id)
  const draft = useDraft(profile.id)
  const [open, setOpen] = useState(startsWith)
  const { body, excess, isSendable } = checkDraft(draft.text, maxLength)
  const canPay = credits >= prices.text
  const isOnScreen = useMediaQuery(ON_SCREEN_KEYBOARD)
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
  const dialog = { profile, prices, credits, onOpenChange: () => setOpen(null), onSend }

  return (
    <>
      {quote && <QuoteTarget quote={quote} name={profile.name} onEnd={endQuote} />}
      {replyTo && <ReplyTarget message={replyTo} partner={profile} onEnd={endReply} />}
      <form
        method="post"
        className="flex items-end gap-1 border-t border-line bg-surface p-2 pb-[max(--spacing(2),env(safe-area-inset-bottom))] md:p-3"
        onSubmit={send}
      >
        <IconButton label={kindT('photo', { count: prices.photo })} onClick={() => setOpen('photo')}>
          <Image />
        </IconButton>
        {/* On a phone what is being written needs the place. */}
        <IconButton
          label={kindT('gift')}
          className={cx(draft.text !== '' && 'max-sm:hidden')}
          onClick={() => setOpen('gift')}
        >
          <GiftIcon />
        </IconButton>
        <Field
          label={t('composer.label', { name: profile.name })}
          isLabelHidden
          className="min-w-0 grow"
          error={excess > 0 ? t('composer.tooLong', { max: maxLength, excess }) : undefined}
        >
          <Textarea
            ref={inputRef}
            dir="auto"
            className="max-[22.5rem]:px-2.5"
            rows={1}
            maxRows={6}
            value={draft.text}
            placeholder={t('composer.placeholder')}
            enterKeyHint={isOnScreen ? 'enter' : 'send'}
            onKeyDown={(event) => {
              if (!isOnScreen && isSendKey(event)) send(event)
              if (event.key === 'Escape' && replyTo) onReplyEnd()
            }}
            onChange={({ currentTarget }) => {
              draft.change(currentTarget.value)
              typingIndicator.typed()
            }}
          />
        </Field>
        <Button
          type="submit"
          disabled={!isSendable || !canPay}
          icon={<Send />}
          // The price is readable before there is anything to send.
          className="px-4 disabled:bg-accent-quiet disabled:text-accent-text disabled:opacity-100! max-[22.5rem]:px-3 max-[22.5rem]:[&>span:first-child]:hidden"
          aria-label={t('composer.send', { count: prices.text })}
        >
          <span aria-hidden className="flex items-center gap-1.5 tabular-nums">
            {t('composer.price', { count: prices.text })}
            <CoinIcon />
          </span>
        </Button>
      </form>
      <PhotoDialog {...dialog} open={open === 'photo'} />
      <GiftDialog {...dialog} open={open === 'gift'} />
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

/** Chooses or takes a photo, and sends it. */
const PhotoDialog = lazyOverlay<SendingDialogProps>(async () => (await import('./photo-popup.tsx')).PhotoPopup)

/** Chooses a gift, and sends it. */
const GiftDialog = lazyOverlay<SendingDialogProps>(async () => (await import('./gift-popup.tsx')).GiftPopup)
