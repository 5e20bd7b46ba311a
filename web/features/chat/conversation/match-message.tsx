import { useQuery } from '@tanstack/react-query'
import Send from 'lucide-react/icons/send'
import type { KeyboardEvent, SubmitEvent } from 'react'
import { href, Link, useNavigate } from 'react-router'
import { useTranslations } from '#web/i18n/intl.tsx'
import type { Conversation, Message } from '#contract/chat/schemas.ts'
import type { ProfileCard } from '#contract/profiles/schemas.ts'
import { useUser } from '#web/features/accounts/use-user.ts'
import { useSettings } from '#web/features/settings/use-settings.ts'
import { Button } from '#web/ui/elements/button.tsx'
import { IconButton } from '#web/ui/elements/icon-button.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { Textarea } from '#web/ui/forms/textarea.tsx'
import { conversationWithQuery } from './conversation-queries.ts'
import { Suggestions, useIcebreakers } from './conversation-starter.tsx'
import { startConversation } from '#web/features/likes/start-conversation.ts'
import { checkDraft } from '#web/features/chat/composer/message-draft.ts'
import { useFreeMessages } from '#web/features/chat/composer/free-messages.ts'
import { useDraft } from '#web/features/chat/composer/use-draft.ts'
import { useMessageSummary } from '#web/features/chat/message/use-message-summary.ts'
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
  const { conversation, messages } = data
  if (conversation.rejection === null && credits >= conversation.prices.text) {
    const received = messages.findLast(({ kind, senderId }) => kind !== 'system' && senderId === profile.id)
    return <MessageForm conversation={conversation} received={received} profile={profile} onClose={onClose} />
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

interface FormProps extends Props {
  conversation: Conversation
  /** What the other one wrote last: it is answered, and nothing is suggested. */
  received: Message | undefined
}

/** The message goes on in the conversation, where a rejection is shown too. */
function MessageForm({ conversation, received, profile, onClose }: FormProps) {
  const t = useTranslations('likes.match')
  const chat = useTranslations('chat')
  const navigate = useNavigate()
  const { message_length: maxLength } = useSettings()
  const { sendContent } = useSend(profile.id)
  const price = conversation.prices.text
  const free = useFreeMessages(price)
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
      {received ? (
        <Received message={received} />
      ) : (
        draft.text === '' && <Icebreakers conversation={conversation} onSuggest={draft.change} />
      )}
      <MessagePill
        label={t('write', { name: profile.name })}
        text={draft.text}
        error={excess > 0 ? chat('composer.tooLong', { max: maxLength, excess }) : undefined}
        isSendable={isSendable}
        onChange={draft.change}
        onEnter={submit}
      />
      {free !== null && <p className="text-center text-sm text-text-muted">{chat('composer.free', { count: free })}</p>}
    </form>
  )
}

/** What is answered. */
function Received({ message }: { message: Message }) {
  const summary = useMessageSummary()
  return (
    <p
      dir="auto"
      className="line-clamp-3 w-fit max-w-full rounded-lg rounded-es-sm bg-surface-muted px-4 py-2 leading-snug wrap-anywhere"
    >
      {summary(message)}
    </p>
  )
}

function Icebreakers({
  conversation,
  onSuggest,
}: Pick<FormProps, 'conversation'> & { onSuggest: (text: string) => void }) {
  const { icebreakers, isLoading } = useIcebreakers(conversation)
  return <Suggestions icebreakers={icebreakers.slice(0, SUGGESTIONS)} isLoading={isLoading} onSuggest={onSuggest} />
}

interface PillProps {
  label: string
  text: string
  error: string | undefined
  isSendable: boolean
  onChange: (text: string) => void
  onEnter: (event: KeyboardEvent) => void
}

/** The field with its button, as in a conversation. */
function MessagePill({ label, text, error, isSendable, onChange, onEnter }: PillProps) {
  const t = useTranslations('likes.match')
  return (
    <div className="flex items-end rounded-[1.5rem] border border-line-strong bg-surface-raised has-[textarea:focus-visible]:border-focus has-[textarea:focus-visible]:outline-2 has-[textarea:focus-visible]:outline-focus">
      <Field label={label} isLabelHidden className="min-w-0 grow" error={error}>
        {/* A suggestion is longer than a line of a phone: all of it is visible before it is sent. */}
        <Textarea
          dir="auto"
          className="border-0! bg-transparent! px-4! py-3! outline-none!"
          rows={1}
          maxRows={4}
          value={text}
          placeholder={label}
          enterKeyHint="send"
          onKeyDown={(event) => {
            if (event.key === 'Enter' && !event.shiftKey && !event.nativeEvent.isComposing) onEnter(event)
          }}
          onChange={({ currentTarget }) => onChange(currentTarget.value)}
        />
      </Field>
      <IconButton
        type="submit"
        label={t('send')}
        variant="primary"
        size="sm"
        className="m-1.5 disabled:bg-accent-quiet disabled:text-accent-text disabled:opacity-100!"
        disabled={!isSendable}
      >
        <Send />
      </IconButton>
    </div>
  )
}
