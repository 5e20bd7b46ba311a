import { Send } from 'lucide-react'
import { useRef, useState, type KeyboardEvent } from 'react'
import { useTranslations } from 'use-intl'
import type { Conversation } from '#contract/chat.ts'
import { useSettings } from '#web/features/settings/use-settings.ts'
import { Button } from '#web/ui/elements/button.tsx'
import { CoinIcon } from '#web/ui/elements/coin-icon.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { Textarea } from '#web/ui/forms/textarea.tsx'
import { useSayTyping } from './use-typing.ts'

interface Props {
  conversation: Conversation
  onSend: (body: string) => void
}

/** Grows with what is written; Enter sends, Shift+Enter breaks the line; the button names the price. */
export function Composer({ conversation: { id, profile, messageCredits, rejection }, onSend }: Props) {
  const t = useTranslations('chat')
  const { message_length: maxLength } = useSettings()
  const [text, setText] = useState('')
  const inputRef = useRef<HTMLTextAreaElement>(null)
  const sayTyping = useSayTyping(id)
  const length = [...text].length
  const isSendable = text.trim() !== '' && length <= maxLength

  if (rejection) {
    return (
      <p className="border-t border-line px-4 py-5 text-center text-text-muted">
        {t(`rejection.${rejection}`, { name: profile.name })}
      </p>
    )
  }

  function send() {
    if (!isSendable) return
    onSend(text.trim())
    setText('')
    inputRef.current?.focus()
  }

  function sendByKey(event: KeyboardEvent) {
    // While composing (Japanese, accents) Enter chooses a character.
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    send()
  }

  return (
    <form
      method="post"
      className="flex items-end gap-2 border-t border-line bg-surface p-3 pb-[max(--spacing(3),env(safe-area-inset-bottom))]"
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      <Field
        label={t('composer.label', { name: profile.name })}
        isLabelHidden
        className="grow"
        error={length > maxLength ? t('composer.tooLong', { max: maxLength }) : undefined}
      >
        <Textarea
          ref={inputRef}
          rows={1}
          maxRows={6}
          value={text}
          placeholder={t('composer.placeholder')}
          enterKeyHint="send"
          onKeyDown={sendByKey}
          onChange={({ currentTarget }) => {
            setText(currentTarget.value)
            sayTyping()
          }}
        />
      </Field>
      <Button
        type="submit"
        disabled={!isSendable}
        icon={<Send />}
        aria-label={t('composer.send', { count: messageCredits })}
      >
        <span aria-hidden className="flex items-center gap-1.5 tabular-nums">
          {t('composer.price', { count: messageCredits })}
          <CoinIcon />
        </span>
      </Button>
    </form>
  )
}
