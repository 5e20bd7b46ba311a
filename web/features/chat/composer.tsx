import { Send } from 'lucide-react'
import { useRef, useState, type KeyboardEvent, type SubmitEvent } from 'react'
import { useTranslations } from 'use-intl'
import type { Conversation } from '#contract/chat.ts'
import { FREE_CONVERSATIONS } from '#contract/limits.ts'
import { useSettings } from '#web/features/settings/use-settings.ts'
import { Button } from '#web/ui/elements/button.tsx'
import { CoinIcon } from '#web/ui/elements/coin-icon.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { Textarea } from '#web/ui/forms/textarea.tsx'
import { checkDraft } from './message-draft.ts'
import { useNotifyTyping } from './use-typing.ts'

interface Props {
  conversation: Conversation
  onSend: (body: string) => void
}

/** The field for a message, or the reason why nothing can be sent. */
export function Composer({ conversation, onSend }: Props) {
  const t = useTranslations('chat.cannotSend')
  const { rejection, profile } = conversation
  if (rejection === null) return <MessageForm conversation={conversation} onSend={onSend} />
  return (
    <p className="border-t border-line px-4 py-5 text-center text-text-muted">
      {t(rejection, { name: profile.name, count: FREE_CONVERSATIONS })}
    </p>
  )
}

/** Enter sends and Shift+Enter breaks the line. The button shows the price. */
function MessageForm({ conversation: { id, profile, messageCredits }, onSend }: Props) {
  const t = useTranslations('chat')
  const { message_length: maxLength } = useSettings()
  const [text, setText] = useState('')
  const inputRef = useRef<HTMLTextAreaElement>(null)
  const notifyTyping = useNotifyTyping(id)
  const { body, isTooLong, isSendable } = checkDraft(text, maxLength)

  function send(event: KeyboardEvent | SubmitEvent) {
    event.preventDefault()
    if (!isSendable) return
    onSend(body)
    setText('')
    inputRef.current?.focus()
  }

  return (
    <form
      method="post"
      className="flex items-end gap-2 border-t border-line bg-surface p-3 pb-[max(--spacing(3),env(safe-area-inset-bottom))]"
      onSubmit={send}
    >
      <Field
        label={t('composer.label', { name: profile.name })}
        isLabelHidden
        className="grow"
        error={isTooLong ? t('composer.tooLong', { max: maxLength }) : undefined}
      >
        <Textarea
          ref={inputRef}
          rows={1}
          maxRows={6}
          value={text}
          placeholder={t('composer.placeholder')}
          enterKeyHint="send"
          onKeyDown={(event) => {
            if (isSendKey(event)) send(event)
          }}
          onChange={({ currentTarget }) => {
            setText(currentTarget.value)
            notifyTyping()
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

/** Enter without Shift. While an input method composes text, Enter chooses a character instead. */
function isSendKey({ key, shiftKey, nativeEvent }: KeyboardEvent) {
  return key === 'Enter' && !shiftKey && !nativeEvent.isComposing
}
