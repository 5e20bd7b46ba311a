import { href, Link } from 'react-router'
import { useTranslations } from 'use-intl'
import type { User } from '#contract/accounts.ts'
import { Alert } from '#web/ui/feedback/alert.tsx'
import { Button } from '#web/ui/elements/button.tsx'
import { CoinIcon } from '#web/ui/elements/coin-icon.tsx'
import { Composer } from './composer.tsx'
import type { OpenConversation } from './conversation-merge.ts'
import { ConversationHead } from './conversation-head.tsx'
import { ConversationStarter } from './conversation-starter.tsx'
import { lacksCredits } from './credit-shortage.ts'
import { Feed } from './feed.tsx'
import { useMarkRead } from './use-mark-read.ts'
import { useOutbox, useSend } from './use-send.ts'
import { usePartnerTyping } from './use-typing.ts'

/** One conversation: the partner, the messages, and the field for the next one. */
export function ConversationPane({ open, user }: { open: OpenConversation; user: User }) {
  const t = useTranslations('chat')
  const { conversation, messages } = open
  const { profile } = conversation
  const { send, retry, discard } = useSend(profile.id)
  const outgoing = useOutbox(profile.id)
  const isPartnerTyping = usePartnerTyping({ conversationId: conversation.id, lastSeq: conversation.lastSeq })
  useMarkRead(open)
  const isEmpty = messages.length === 0 && outgoing.length === 0

  return (
    <section aria-label={t('with', { name: profile.name })} className="flex h-full min-h-0 flex-col">
      <ConversationHead conversation={conversation} credits={user.credits} />
      {isEmpty ? (
        <ConversationStarter profile={profile} />
      ) : (
        <Feed
          open={open}
          ownId={user.profile.id}
          outgoing={outgoing}
          isPartnerTyping={isPartnerTyping}
          onRetry={retry}
          onDiscard={discard}
        />
      )}
      {lacksCredits({ conversation, credits: user.credits, outgoing }) && <NoCredits name={profile.name} />}
      <Composer key={profile.id} conversation={conversation} onSend={send} />
    </section>
  )
}

function NoCredits({ name }: { name: string }) {
  const t = useTranslations('chat')
  return (
    <Alert
      tone="special"
      isLive
      className="mx-3 mb-2"
      actions={
        <Button size="sm" icon={<CoinIcon />} render={<Link to={href('/credits')} prefetch="intent" />}>
          {t('getCredits')}
        </Button>
      }
    >
      {t('noCredits', { name })}
    </Alert>
  )
}
