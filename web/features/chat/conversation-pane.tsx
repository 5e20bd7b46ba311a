import { href, Link } from 'react-router'
import { useTranslations } from 'use-intl'
import type { User } from '#contract/accounts.ts'
import { Alert } from '#web/ui/feedback/alert.tsx'
import { Button } from '#web/ui/elements/button.tsx'
import { CoinIcon } from '#web/ui/elements/coin-icon.tsx'
import { Composer } from './composer.tsx'
import type { OpenConversation } from './conversation-cache.ts'
import { ConversationHead } from './conversation-head.tsx'
import { Feed } from './feed.tsx'
import { ConversationStarter } from './conversation-starter.tsx'
import { useRead } from './use-read.ts'
import { useSend } from './use-send.ts'
import { usePartnerTyping } from './use-typing.ts'

/** One conversation: who, what was said, what to say. */
export function ConversationPane({ open, user }: { open: OpenConversation; user: User }) {
  const t = useTranslations('chat')
  const { conversation, messages } = open
  const { profile } = conversation
  const { outgoing, hasNoCredits, send, retry, discard } = useSend(profile.id)
  const isPartnerTyping = usePartnerTyping({ conversationId: conversation.id, lastSeq: conversation.lastSeq })
  useRead(open)
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
      {(hasNoCredits || user.credits < conversation.messageCredits) && conversation.rejection === null && (
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
          {t('noCredits', { name: profile.name })}
        </Alert>
      )}
      <Composer key={profile.id} conversation={conversation} onSend={send} />
    </section>
  )
}
