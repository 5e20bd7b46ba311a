import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Send } from 'lucide-react'
import { useState, type SubmitEvent } from 'react'
import { href, useNavigate } from 'react-router'
import { useTranslations } from 'use-intl'
import { sendMessage } from '#contract/chat.ts'
import type { ProfileCard } from '#contract/profiles.ts'
import { call } from '#web/api/call.ts'
import { userQuery } from '#web/features/accounts/queries.ts'
import { addMessage } from '#web/features/chat/conversation-cache.ts'
import { allChatsKey } from '#web/features/chat/queries.ts'
import { useErrorText } from '#web/i18n/use-error-text.ts'
import { Button } from '#web/ui/elements/button.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { TextInput } from '#web/ui/forms/text-input.tsx'

interface Props {
  profile: ProfileCard
  onSent: () => void
}

/** The first words, right where the match is shown; sent, they go on in the chat. */
export function MatchMessage({ profile, onSent }: Props) {
  const t = useTranslations('likes.match')
  const client = useQueryClient()
  const navigate = useNavigate()
  const errorText = useErrorText()
  const [text, setText] = useState('')
  // One id for all tries of this message.
  const [clientId] = useState(() => crypto.randomUUID())
  const send = useMutation({
    mutationFn: () =>
      call(sendMessage, { params: { profileId: profile.id }, body: { clientId, body: text } }, { isRepeatable: true }),
    onSuccess: async ({ message }) => {
      onSent()
      addMessage(client, profile.id, message)
      await navigate(href('/members/:id/chat', { id: profile.id }))
      for (const queryKey of [userQuery().queryKey, allChatsKey]) void client.invalidateQueries({ queryKey })
    },
  })

  function submit(event: SubmitEvent) {
    event.preventDefault()
    if (text.trim() !== '' && !send.isPending) send.mutate()
  }

  return (
    <form
      method="post"
      onSubmit={submit}
      className="flex w-full flex-col gap-3 rounded-lg bg-surface p-4 text-start text-text"
    >
      <Field label={t('write', { name: profile.name })} error={send.error ? errorText(send.error) : undefined}>
        <TextInput value={text} onChange={({ currentTarget }) => setText(currentTarget.value)} enterKeyHint="send" />
      </Field>
      <Button type="submit" isWide icon={<Send />} disabled={text.trim() === ''} isPending={send.isPending}>
        {t('send')}
      </Button>
    </form>
  )
}
