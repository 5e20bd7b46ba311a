import { useQuery } from '@tanstack/react-query'
import Send from 'lucide-react/icons/send'
import type { KeyboardEvent, SubmitEvent } from 'react'
import { href, Link, useNavigate } from 'react-router'
import { useTranslations } from '#web/i18n/intl.tsx'
import type { Conversation } from '#contract/chat/schemas.ts'
import type { ProfileCard } from '#contract/profiles/schemas.ts'
import { useUser } from '#web/features/accounts/use-user.ts'
import { useSettings } from '#web/features/settings/use-settings.ts'
import { Button } from '#web/ui/elements/button.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { Textarea } from '#web/ui/forms/textarea.tsx'
import { conversationWithQuery } from './conversation-queries.ts'
import { Suggestions, useIcebreakers } from './conversation-starter.tsx'
import { startConversation } from '#web/features/likes/start-conversation.ts'
import { checkDraft } from '#web/features/chat/composer/message-draft.ts'
import { useDraft } from '#web/features/chat/composer/use-draft.ts'
import { useSend } from '#web/features/chat/composer/use-send.ts'

/** Few, so that portraits, field and button are on one screen of a phone. */
const SUGGESTIONS = 2

interface Props {
  profile: ProfileCard
  onClose: () => void
}

/**
 * The match pop-up's part about the first message: a form with suggestions. Where nothing can be sent, a link
 * leads to the conversation, which says why: a match is no place for a price or a limit.
 */
export function MatchMessage({ profile, onClose }: Props) {
  const t = useTranslations('likes.match')
  const credits = useUser()?.credits ?? 0
  const { data, isError } = useQuery(conversationWithQuery(profile.id))
  if (!data && isError) return null
  if (!data) return <div className="h-38 w-full rounded-lg bg-surface" />
  const { conversation } = data
  if (conversation.rejection === null && credits >= conversation.prices.text) {
    return <MessageForm conversation={conversation} profile={profile} onClose={onClose} />
  }
  return (
    <Button
      variant="outline"
      isWide
      onClick={() => startConversation(profile.id)}
      render={<Link to={href('/members/:id/chat', { id: profile.id })} />}
    >
      {t('toChat')}
    </Button>
  )
}

/** The message goes on in the conversation, where a rejection is shown too. */
function MessageForm({ conversation, profile, onClose }: Props & { conversation: Conversation }) {
  const t = useTranslations('likes.match')
  const chat = useTranslations('chat')
  const navigate = useNavigate()
  const { message_length: maxLength } = useSettings()
  const { sendContent } = useSend(profile.id)
  const price = conversation.prices.text
  const icebreakers = useIcebreakers(conversation).slice(0, SUGGESTIONS)
  // It stays when the pop-up is closed: the conversation has it too.
  const draft = useDraft(profile.id)
  const { body, excess, isSendable } = checkDraft(draft.text, maxLength)

  function submit(event: KeyboardEvent | SubmitEvent) {
    event.preventDefault()
    if (!isSendable) return
    sendContent({ kind: 'text', body }, { price, replyTo: null })
    draft.clear()
    onClose()
    startConversation(profile.id)
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
        error={excess > 0 ? chat('composer.tooLong', { max: maxLength, excess }) : undefined}
      >
        {/* A suggestion is longer than a line of a phone: all of it is visible before it is sent. */}
        <Textarea
          dir="auto"
          rows={1}
          maxRows={4}
          value={draft.text}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && !event.shiftKey && !event.nativeEvent.isComposing) submit(event)
          }}
          onChange={({ currentTarget }) => draft.change(currentTarget.value)}
          enterKeyHint="send"
        />
      </Field>
      {draft.text === '' && <Suggestions icebreakers={icebreakers} onSuggest={draft.change} />}
      <Button type="submit" isWide icon={<Send />} disabled={!isSendable}>
        {t('send')}
      </Button>
      {price > 0 && <p className="text-center text-sm text-text-muted">{t('price', { count: price })}</p>}
    </form>
  )
}
