import Send from 'lucide-react/icons/send'
import Smile from 'lucide-react/icons/face-slightly-smiling'
import { useId, useState, type KeyboardEvent, type SubmitEvent } from 'react'
import type { MessagePrices } from '#contract/chat/schemas.ts'
import { useTranslations } from '#web/i18n/intl.tsx'
import { IconButton } from '#web/ui/elements/icon-button.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { Textarea } from '#web/ui/forms/textarea.tsx'
import { useMediaQuery } from '#web/ui/hooks/use-media-query.ts'
import { lazyOverlay } from '#web/ui/overlays/lazy-overlay.tsx'
import { AttachMenu, type OpenDialog } from './attachments.tsx'
import { useFreeMessages } from './free-messages.ts'
import type { useMessageField } from './use-message-field.ts'

/** Matches where the first pointer is a finger. On-screen keyboards have no Shift: Enter breaks the line. */
const TOUCH = '(pointer: coarse)'

/** The field within the pill, which has the border and the ring of the focus. */
const fieldVariants = 'border-0! bg-transparent! outline-none! px-1! py-3!'

interface Props {
  /** Of the partner. */
  name: string
  field: ReturnType<typeof useMessageField>
  prices: MessagePrices
  /** The viewer's balance. */
  credits: number
  onSend: (body: string) => void
  onEscape: () => void
  onAttach: (dialog: OpenDialog) => void
}

/** The field for a text, with the menu, the emoji and the button beside it, and the price below. */
export function TextForm({ name, field, prices, credits, onSend, onEscape, onAttach }: Props) {
  const t = useTranslations('chat.composer')
  const [isEmojiOpen, setIsEmojiOpen] = useState(false)
  const emojiId = useId()
  const isTouch = useMediaQuery(TOUCH)
  const canSend = field.isSendable && credits >= prices.text
  const free = useFreeMessages(prices.text)
  const sendLabel = free === null ? t('send', { count: prices.text }) : t('sendFree')

  function send(event: KeyboardEvent | SubmitEvent) {
    event.preventDefault()
    if (!canSend) return
    onSend(field.body)
    field.clear()
    field.focus()
  }

  return (
    <>
      <EmojiPanel
        id={emojiId}
        open={isEmojiOpen}
        onPick={field.insertEmoji}
        onClose={() => {
          setIsEmojiOpen(false)
          field.focus()
        }}
      />
      <form
        method="post"
        className="border-t border-line bg-surface p-2 pb-[max(--spacing(2),env(safe-area-inset-bottom))] md:px-3"
        onSubmit={send}
      >
        <div className="flex items-end rounded-[1.5rem] border border-line-strong bg-surface-raised transition-[border-color] duration-150 has-[textarea:focus-visible]:border-focus has-[textarea:focus-visible]:outline-2 has-[textarea:focus-visible]:outline-focus">
          <AttachMenu prices={prices} isTouch={isTouch} onOpen={onAttach} />
          <MessageField name={name} field={field} isTouch={isTouch} onSend={send} onEscape={onEscape} />
          <EmojiButton panelId={emojiId} isOpen={isEmojiOpen} onPress={() => setIsEmojiOpen(!isEmojiOpen)} />
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
          // The price is the name of the button too. Where the credits are short, the pane says so instead.
          <p
            aria-hidden={free === null ? true : undefined}
            className="mt-1 -mb-0.5 text-center text-xs text-text-muted tabular-nums"
          >
            {free === null ? sendLabel : t('free', { count: free })}
          </p>
        )}
      </form>
    </>
  )
}

function EmojiButton({ panelId, isOpen, onPress }: { panelId: string; isOpen: boolean; onPress: () => void }) {
  const t = useTranslations('chat-conversation.emoji')
  return (
    <IconButton
      label={t('label')}
      size="sm"
      className="m-1.5"
      aria-expanded={isOpen}
      aria-controls={isOpen ? panelId : undefined}
      onClick={onPress}
    >
      <Smile />
    </IconButton>
  )
}

interface MessageFieldProps extends Pick<Props, 'name' | 'field' | 'onEscape'> {
  isTouch: boolean
  onSend: (event: KeyboardEvent) => void
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
