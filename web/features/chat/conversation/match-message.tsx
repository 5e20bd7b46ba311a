import { useQuery } from '@tanstack/react-query'
import Send from 'lucide-react/icons/send'
import type { ReactNode, SubmitEvent } from 'react'
import { href, useNavigate } from 'react-router'
import { useTranslations } from '#web/i18n/intl.tsx'
import { FREE_CONVERSATIONS } from '#contract/limits.ts'
import type { ProfileCard } from '#contract/profiles/schemas.ts'
import { useUser } from '#web/features/accounts/use-user.ts'
import { useSettings } from '#web/features/settings/use-settings.ts'
import { Button } from '#web/ui/elements/button.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { TextInput } from '#web/ui/forms/text-input.tsx'
import { conversationWithQuery } from './conversation-queries.ts'
import { HelpButton } from './help-button.tsx'
import { checkDraft } from '#web/features/chat/composer/message-draft.ts'
import { helpByRejection } from './sending-help.ts'
import { useDraft } from '#web/features/chat/composer/use-draft.ts'
import { useSend } from '#web/features/chat/composer/use-send.ts'

interface Props {
  profile: ProfileCard
  onClose: () => void
}

/** The match pop-up's part about the first message: a form with its price, or what is missing to send. */
export function MatchMessage({ profile, onClose }: Props) {
  const t = useTranslations('likes.match')
  const chat = useTranslations('chat')
  const credits = useUser()?.credits ?? 0
  const { data, isError } = useQuery(conversationWithQuery(profile.id))
  if (!data && isError) return null
  if (!data) return <div className="h-38 w-full rounded-lg bg-surface" />
  const { prices, rejection } = data.conversation
  if (rejection) {
    return (
      <Shortage
        text={chat(`cannotSend.${rejection}`, {
          name: profile.name,
          gender: profile.gender,
          count: FREE_CONVERSATIONS,
        })}
      >
        <HelpButton help={helpByRejection[rejection]} profile={profile} />
      </Shortage>
    )
  }
  if (credits < prices.text) {
    return (
      <Shortage text={t('short', { count: prices.text, credits })}>
        <HelpButton help="credits" profile={profile} />
      </Shortage>
    )
  }
  return <MessageForm profile={profile} price={prices.text} onClose={onClose} />
}

function Shortage({ text, children }: { text: string; children: ReactNode }) {
  return (
    <div className="flex w-full flex-col items-center gap-3 rounded-lg bg-surface p-4 text-text">
      <p>{text}</p>
      {children}
    </div>
  )
}

/** The message goes on in the conversation, where a rejection is shown too. */
function MessageForm({ profile, price, onClose }: Props & { price: number }) {
  const t = useTranslations('likes.match')
  const chat = useTranslations('chat')
  const navigate = useNavigate()
  const { message_length: maxLength } = useSettings()
  const { sendContent } = useSend(profile.id)
  // It stays when the pop-up is closed: the conversation has it too.
  const draft = useDraft(profile.id)
  const { body, excess, isSendable } = checkDraft(draft.text, maxLength)

  function submit(event: SubmitEvent) {
    event.preventDefault()
    if (!isSendable) return
    sendContent({ kind: 'text', body }, { price, replyTo: null })
    draft.clear()
    onClose()
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
        <TextInput
          dir="auto"
          value={draft.text}
          onChange={({ currentTarget }) => draft.change(currentTarget.value)}
          enterKeyHint="send"
        />
      </Field>
      <Button type="submit" isWide icon={<Send />} disabled={!isSendable}>
        {t('sendFor', { count: price })}
      </Button>
    </form>
  )
}
