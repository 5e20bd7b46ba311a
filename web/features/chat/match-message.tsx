import { Send } from 'lucide-react'
import { useState, type SubmitEvent } from 'react'
import { href, useNavigate } from 'react-router'
import { useTranslations } from 'use-intl'
import type { ProfileCard } from '#contract/profiles.ts'
import { useSettings } from '#web/features/settings/use-settings.ts'
import { Button } from '#web/ui/elements/button.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { TextInput } from '#web/ui/forms/text-input.tsx'
import { checkDraft } from './message-draft.ts'
import { useSend } from './use-send.ts'

interface Props {
  profile: ProfileCard
  onSent: () => void
}

/** Form for the first message in the match pop-up. The message goes on in the conversation, where a rejection is shown too. */
export function MatchMessage({ profile, onSent }: Props) {
  const t = useTranslations('likes.match')
  const chat = useTranslations('chat')
  const navigate = useNavigate()
  const { message_length: maxLength } = useSettings()
  const { send } = useSend(profile.id)
  const [text, setText] = useState('')
  const { body, isTooLong, isSendable } = checkDraft(text, maxLength)

  function submit(event: SubmitEvent) {
    event.preventDefault()
    if (!isSendable) return
    send(body)
    onSent()
    void navigate(href('/members/:id/chat', { id: profile.id }))
  }

  return (
    <form
      method="post"
      onSubmit={submit}
      className="flex w-full flex-col gap-3 rounded-lg bg-surface p-4 text-start text-text"
    >
      <Field
        label={t('write', { name: profile.name })}
        error={isTooLong ? chat('composer.tooLong', { max: maxLength }) : undefined}
      >
        <TextInput value={text} onChange={({ currentTarget }) => setText(currentTarget.value)} enterKeyHint="send" />
      </Field>
      <Button type="submit" isWide icon={<Send />} disabled={!isSendable}>
        {t('send')}
      </Button>
    </form>
  )
}
